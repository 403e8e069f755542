// The way to the server of this computer: a WebSocket below the secret path of this page.
//
// In: messages to the server.  Out: its messages.

/** What is said while there is no connection. */
export const LOST = {
  code: "lost", message: "There is no connection to satcross.", hint: "Start it again: satcross studio",
};

const PATH = "satcross:studio:path"; // read by the page at the root of the server (satcross/studio/entrance.py)

const keepPath = () => {
  try {
    localStorage.setItem(PATH, location.pathname);
  } catch (error) {
    // links that hold a puzzle will not find the way here
  }
};

/**
 * Connects once.  `onClose` is called when the connection breaks, or cannot be made.
 *
 * @param {{onOpen: () => void, onMessage: (message: any) => void, onClose: () => void}} listeners
 * @returns {{post: (message: object) => void, isOpen: () => boolean}} `post` sends a message, if the connection is open
 */
export const connect = ({onOpen, onMessage, onClose}) => {
  const address = new URL("socket", location.href);
  address.protocol = "ws:";
  const socket = new WebSocket(address);
  const isOpen = () => socket.readyState === WebSocket.OPEN;
  socket.addEventListener("open", () => {
    keepPath();
    onOpen();
  });
  socket.addEventListener("message", (event) => onMessage(JSON.parse(event.data)));
  socket.addEventListener("close", onClose);
  return {
    post: (message) => {
      if (isOpen()) socket.send(JSON.stringify(message));
    },
    isOpen,
  };
};
