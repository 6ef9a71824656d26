import type { IncomingMessage } from "node:http";
import { isTakenBack } from "./http2/stream-of.ts";

/** From this many small pieces on they are joined, so that a body sent byte by byte does not cost a Buffer each. */
const piecesKept = 256;

type Outcome = { body: Buffer } | { refused: "PAYLOAD_TOO_LARGE" | "OVERLOADED" };

/**
 * Reads a whole body of at most `maxBytes`. `account` is called with every piece before it is kept, and returns false
 * to refuse it. A refused body is left unread. A client that disconnects is noticed on the response, not here.
 */
export function readBody(
  request: IncomingMessage,
  maxBytes: number,
  account: (bytes: number) => boolean,
  done: (outcome: Outcome) => void,
): void {
  let pieces: Buffer[] = [];
  let length = 0;
  const stop = (outcome: Outcome) => {
    request.off("data", onData).off("end", onEnd);
    done(outcome);
  };
  const onData = (piece: Buffer) => {
    length += piece.length;
    if (length > maxBytes) return stop({ refused: "PAYLOAD_TOO_LARGE" });
    if (!account(piece.length)) return stop({ refused: "OVERLOADED" });
    if (pieces.push(piece) === piecesKept) pieces = [Buffer.concat(pieces)];
  };
  const onEnd = () => {
    if (isTakenBack(request)) return;
    const [only] = pieces;
    stop({ body: pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces, length) });
  };
  request.on("data", onData).on("end", onEnd);
}
