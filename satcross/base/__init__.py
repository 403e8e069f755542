"""What every room is on."""
