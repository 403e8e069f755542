// The archive in which satcross comes: the length of its table of contents in four bytes, the table in JSON, the files.
//
// In: the archive.  Out: its files in a folder of Pyodide's file system.

/** Unpacks; the table is {path: [start, end]}, counted from its end. */
export const unpack = (FS, archive, folder) => {
  const length = new DataView(archive.buffer, archive.byteOffset).getUint32(0);
  const start = 4 + length;
  const table = JSON.parse(new TextDecoder().decode(archive.subarray(4, start)));
  for (const [path, [from, to]] of Object.entries(table)) {
    const whole = `${folder}/${path}`;
    FS.mkdirTree(whole.slice(0, whole.lastIndexOf("/")));
    FS.writeFile(whole, archive.subarray(start + from, start + to), {canOwn: true});
  }
};
