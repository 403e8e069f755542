"""The version of this program, for people, packages and files that it writes."""

VERSION = "0.1.0"
