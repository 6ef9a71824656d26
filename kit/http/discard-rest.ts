import type { IncomingMessage } from "node:http";

/**
 * Drains what a client still sends of a refused body, up to `maxBytes`. Closing with unread bytes would reset the
 * connection, and the client would see that instead of the answer. A client that keeps sending is cut off.
 */
export function discardRest(request: IncomingMessage, maxBytes: number): void {
  if (request.complete) return;
  let left = maxBytes;
  request.on("data", (piece: Buffer) => {
    left -= piece.length;
    if (left < 0) request.socket.destroy();
  });
  request.resume();
}
