// Why: docs/decisions/frames-between-gateway-and-worker.md
/*
 * How a gateway hands calls to a worker. It opens one connection: `GET` of `callsPath` with `Upgrade: ferrule-calls/1`
 * and its token, once. Frames follow the 101 (`readFrames` in the kit). The gateway numbers the calls from 1 on; frames
 * with the number 0 are about the connection. The first byte of a frame is its kind. Numbers are little-endian.
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
 * If the worker is behind a proxy that does not pass `Upgrade` on, it responds to the `GET` with an error and gets its
 * calls by HTTP. A violation of these rules ends the connection.
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

/** Why a response ends early: it broke off, or the call did not begin because there were too many. */
export const brokenCalls = { brokeOff: 0, notStarted: 1 } as const;

/** How much of a body the gateway sends along with its call, before the worker asks for more. */
export const firstBodyBytes = 64 * 1024;
/** How much of a response the worker sends before the gateway asks for more. */
export const answerWindowBytes = 128 * 1024;
/** How many more bytes of a body a worker requests at once. */
export const bodyWindowBytes = 512 * 1024;
/**
 * The most bytes of a body or a response in one frame, so that other calls' frames can come in between. The unrequested
 * part of a response may be one frame.
 */
export const pieceBytes = 64 * 1024;
/** The most bytes of one frame: headers of a call or a response, and bytes of its body. */
export const mostFrameBytes = 256 * 1024;
/** The most concurrent calls on one connection, without streams that stay open (`farewellHeader`). */
export const mostCalls = 1_024;
