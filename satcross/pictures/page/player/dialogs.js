// Dialogs.  Each is a <dialog> of the page; an element with data-close closes it, and Escape does too.

// Returns {open, close} for the dialog with this id; `onClose` is called when it has been closed, unless `close` was given
// something else to do then.
export const createDialog = (id, onClose) => {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById(id));
  for (const button of dialog.querySelectorAll("[data-close]")) {
    button.addEventListener("click", () => dialog.close());
  }
  // a click beside the dialog closes it
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  let after = onClose;
  dialog.addEventListener("close", () => {
    const next = after;
    after = onClose;
    next();
  });
  return {
    // it opens at its top; the button that closes it may be below what is seen, and would take the focus there
    open: () => {
      dialog.showModal();
      if (dialog.scrollHeight > dialog.clientHeight) {
        const heading = dialog.querySelector("h2");
        heading.tabIndex = -1;
        heading.focus({preventScroll: true});
      }
      dialog.scrollTop = 0;
    },
    close: (next = onClose) => {
      after = next;
      dialog.close();
    },
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
