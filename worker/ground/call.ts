import type { IncomingHttpHeaders } from "node:http";

/** The request of a call, whether it came by HTTP or in frames. */
export interface CallRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  /** Reads a body of at most `maxBytes`. It calls `done` once, but never if the client leaves before the end. */
  readBody: (maxBytes: number, done: (body: Buffer | "too-large") => void) => void;
}

/** The response to a call: the members of `ServerResponse` that a call uses. */
export interface CallResponse {
  readonly headersSent: boolean;
  readonly writableEnded: boolean;
  /** Whether everything has gone to the connection. */
  readonly writableFinished: boolean;
  readonly destroyed: boolean;
  /** `headers` are names and values in turn. They are sent with the first piece of the body. */
  writeHead: (status: number, headers: string[]) => unknown;
  /** Sends the headers of a response before its first piece is there. */
  flushHeaders: () => void;
  /** False: wait for `drain` before you write more. */
  write: (piece: string | Uint8Array) => boolean;
  end: (piece?: string | Uint8Array) => unknown;
  /**
   * Takes a response that stays open and mostly silent out of the count of calls on its connection. By HTTP it has a
   * connection of its own.
   */
  setAside?: () => void;
  /** Cuts a response off. */
  destroy: () => unknown;
  once: (event: "close" | "drain", listener: () => void) => unknown;
  off: (event: "close" | "drain", listener: () => void) => unknown;
}
