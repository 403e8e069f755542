// The script of the empty page that a tab has for a moment when a newer version of the site may take over (sw.js).
//
// It tells the service worker that the page before it is gone, and loads the page again when the newer version is there,
// or when the older one stays because other pages need it.

const LONGEST = 5000; // milliseconds until it asks again, should there be no answer

const {serviceWorker} = navigator;
const again = () => location.reload();

serviceWorker.addEventListener("controllerchange", again);
serviceWorker.addEventListener("message", ({data}) => {
  if (data === "stay") again();
});
serviceWorker.startMessages();
serviceWorker.controller?.postMessage("opened");
setTimeout(again, LONGEST);
