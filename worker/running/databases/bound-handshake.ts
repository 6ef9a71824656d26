import type { Readable } from "node:stream";

/** More than any honest server sends before its first statement: its settings, and the exchange about a password. */
const mostBytes = 262_144;

/**
 * Ends a connection whose server sends more than 256 KiB before it is open. A driver buffers a message until it is
 * complete, and a stranger's server may announce one of a gigabyte. Returns a function to call when the connection is
 * open.
 */
export function boundHandshake(stream: Readable): () => void {
  let read = 0;
  const count = (piece: Buffer) => {
    read += piece.length;
    if (read > mostBytes)
      stream.destroy(new Error("Connection terminated: the server sent too much before the connection was open."));
  };
  stream.on("data", count);
  return () => stream.off("data", count);
}
