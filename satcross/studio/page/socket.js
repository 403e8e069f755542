// The way to the server of this computer: a WebSocket below the secret path of this page.
//
// In: messages to the server.  Out: its messages.

/** @typedef {import("./connect.js").Listeners} Listeners */

const LOST = {
  code: "lost",
  message: "There is no connection to satcross.",
  hint: "Start it again: satcross studio. What you write is kept in this browser.",
};

const PATH = "satcross:studio:path"; // read by the page at the root of the server (satcross/studio/server.py)

const keepPath = () => {
  try {
    localStorage.setItem(PATH, location.pathname);
  } catch (error) {
    // links that hold a puzzle will not find the way here
  }
};

/** @param {Listeners} listeners */
export const connectSocket = ({onOpen, onMessage, onClose}) => {
  const address = new URL("socket", location.href);
  address.protocol = "ws:";
  const socket = new WebSocket(address);
  const isOpen = () => socket.readyState === WebSocket.OPEN;
  socket.addEventListener("open", () => {
    keepPath();
    onOpen();
  });
  socket.addEventListener("message", (event) => onMessage(JSON.parse(event.data)));
  socket.addEventListener("close", () => onClose(LOST));
  return {
    post: (message) => {
      if (isOpen()) socket.send(JSON.stringify(message));
    },
    isOpen,
  };
};
