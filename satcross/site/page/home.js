// Where the site is: its name in the navigation leads to its first page, and says what is to be found there.

const brand = /** @type {HTMLAnchorElement} */ (document.querySelector("#site .brand"));

/** The address of the folder of the site. */
export const home = new URL(".", brand.href).href;

/** The first page: its address, and what a link to it leads to, such as "today's puzzle". */
export const first = {address: brand.href, title: brand.dataset.title};

/** The name of the site. */
export const siteName = brand.textContent.trim();
