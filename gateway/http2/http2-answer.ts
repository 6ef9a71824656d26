import { Http2ServerResponse } from "node:http2";
import { withAlways } from "../tls/always-sent.ts";

/** The class of answers by HTTP/2. They end like those by HTTP/1, and have `always` among their headers. */
export function http2Answers(always: readonly string[]): typeof Http2ServerResponse {
  return class extends Http2ServerResponse {
    /** Resets the stream with an error. Otherwise the incomplete answer could look complete. */
    override destroy(error: Error = new Error("The answer broke off.")): this {
      super.destroy(error);
      return this;
    }

    override writeHead(status: number, ...given: unknown[]): this {
      return super.writeHead(status, withAlways(given.at(-1), always));
    }
  } as typeof Http2ServerResponse;
}
