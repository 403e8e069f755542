// Dialogs.  Each is a <dialog> of the page; an element with data-close closes it, and Escape does too.

// Returns {open, close} for the dialog with this id; `onClose` is called when it has been closed.
export const createDialog = (id, onClose) => {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(id));
  for (const button of dialog.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => dialog.close());
  }
  // a click beside the dialog closes it
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", onClose);
  return {
    open: () => dialog.showModal(),
    close: () => dialog.close(),
    on: (name, action) => dialog.querySelector(`[data-do="${name}"]`).addEventListener("click", action),
    part: (name) => dialog.querySelector(`[data-part="${name}"]`),
  };
};

// Copies a text; returns a promise of whether that worked.
export const copyText = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    return false;
  }
};
