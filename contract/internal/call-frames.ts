// Why: docs/decisions/frames-between-gateway-and-worker.md
/*
 * How a gateway hands calls to a worker. It opens one connection: `GET` of `callsPath` with `Upgrade: ferrule-calls/1` and its
 * token, once. What follows the 101 are frames (`readFrames` in the kit). The gateway gives each call the next number from 1
 * on; frames with the number 0 are about the connection. The first byte of a frame is its kind. Numbers are little-endian.
 *
 *   gateway → worker
 *   open     u32 bytes of the body · texts: method, path, then names and values of headers · the body's first bytes, at most
 *            `firstBodyBytes`
 *   body     its next bytes, as far as the worker has asked for `more`
 *   cancel   nobody waits for the answer any more
 *   ping     0; the worker answers with `pong`, and as JSON what `/ready` answers: `{ "status": …, "load": … }`
 *
 *   worker → gateway
 *   answer   u8 1 if this is all of it · u16 status · texts: names and values of headers · bytes of the body
 *   data     its next bytes
 *   last     the same, and the end of the answer
 *   broken   u8 of `brokenCalls`; no more of this call comes
 *   leave    0; the gateway gives this connection no more calls, and closes it when it has all answers
 *
 *   both
 *   more     u32; so many more bytes of the body, or of the answer, may be sent. An answer begins with `answerWindowBytes`.
 *
 * A worker that is asked through a proxy without `Upgrade` answers the `GET` with an error, and gets its calls by HTTP. What breaks these rules ends
 * the connection.
 */
export const callsPath = "/internal/calls";
export const callsProtocol = "ferrule-calls/1";

export const callFrames = {
  open: 1,
  body: 2,
  cancel: 3,
  more: 4,
  ping: 5,
  pong: 6,
  answer: 16,
  data: 17,
  last: 18,
  broken: 19,
  leave: 20,
} as const;

/** Why an answer ends early: it broke off, or the call did not begin because there were too many. */
export const brokenCalls = { brokeOff: 0, notStarted: 1 } as const;

/** How much of a body goes with its call, unasked. */
export const firstBodyBytes = 64 * 1024;
/** How much of an answer goes unasked. */
export const answerWindowBytes = 128 * 1024;
/** How many more bytes of a body a worker asks for at once. */
export const bodyWindowBytes = 512 * 1024;
/**
 * The most bytes of a body or an answer in one frame, so that other calls' frames come between. The part of an answer
 * that goes unasked may be one frame.
 */
export const pieceBytes = 64 * 1024;
/** The most bytes of one frame: a call's or an answer's headers, and bytes of its body. */
export const mostFrameBytes = 256 * 1024;
/** The most calls under way on one connection. */
export const mostCalls = 1_024;
