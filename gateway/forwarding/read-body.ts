import type { IncomingMessage } from "node:http";
import { isTakenBack } from "../http2/stream-of.ts";

/**
 * When there are this many small pieces, we join them, so that a body sent byte by byte does not cost a Buffer for
 * each.
 */
const piecesKept = 256;

type Outcome = { body: Buffer } | { refused: "PAYLOAD_TOO_LARGE" | "OVERLOADED" };

/**
 * Reads a whole body of at most `maxBytes`. It calls `account` with every piece before it keeps the piece; `account`
 * returns false to refuse it. The rest of a refused body stays unread. If a client disconnects, the response shows
 * that, not this function.
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
