// Elements of the page: what does not change is not written again, because writing costs layout.

/** Sets an attribute if it has another value. */
export const setAttribute = (element, name, value) => {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};

/** Sets a property of the element's style, such as "--letters", to a number. */
export const setSize = (element, name, value) => {
  if (element.style.getPropertyValue(name) !== String(value)) element.style.setProperty(name, String(value));
};

/**
 * Returns the element of index.html with this id.
 * @returns {any} because the kinds of elements are not checked
 */
export const part = (id) => document.getElementById(id);

/**
 * Returns the elements of `root` for a CSS selector.
 * @returns {any[]}
 */
export const partsOf = (root, selector) => [...root.querySelectorAll(selector)];
