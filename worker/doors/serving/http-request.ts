import type { IncomingMessage } from "node:http";
import type { CallRequest } from "../../ground/call.ts";

const none = Buffer.alloc(0);

/** Reads a request's body of at most `maxBytes`. */
function readBody(message: IncomingMessage, maxBytes: number, done: (body: Buffer | "too-large") => void): void {
  const { headers } = message;
  const length = headers["content-length"];
  if (length === undefined && headers["transfer-encoding"] === undefined) return done(none);
  if (length !== undefined && Number(length) > maxBytes) return done("too-large");
  const chunks: Buffer[] = [];
  let bytes = 0;
  message.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) {
      chunks.push(chunk);
    } else if (bytes - chunk.length <= maxBytes) {
      done("too-large");
    }
  });
  message.on("end", () => {
    if (bytes > maxBytes) return;
    done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes));
  });
}

/** The request of a call that came by HTTP. */
export function httpRequest(message: IncomingMessage): CallRequest {
  const { method = "GET", url = "/", headers } = message;
  return { method, url, headers, readBody: (maxBytes, done) => readBody(message, maxBytes, done) };
}
