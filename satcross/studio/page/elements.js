// Elements of the page: what does not change is not written again, because writing costs layout.

/** Sets an attribute if it has another value. */
export const setAttribute = (element, name, value) => {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
};

/** Sets a property of the element's style, such as "--letters", to a number. */
export const setSize = (element, name, value) => {
  if (element.style.getPropertyValue(name) !== String(value)) element.style.setProperty(name, String(value));
};
