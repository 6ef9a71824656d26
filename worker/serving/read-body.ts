import type { IncomingMessage } from "node:http";

const none = Buffer.alloc(0);

/** Reads a request's body of at most `maxBytes`. `done` is called once; never when the client has gone before the end. */
export function readBody(request: IncomingMessage, maxBytes: number, done: (body: Buffer | "too-large") => void): void {
  const { headers } = request;
  const length = headers["content-length"];
  if (length === undefined && headers["transfer-encoding"] === undefined) return done(none);
  if (length !== undefined && Number(length) > maxBytes) return done("too-large");
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) {
      chunks.push(chunk);
    } else if (bytes - chunk.length <= maxBytes) {
      done("too-large");
    }
  });
  request.on("end", () => {
    if (bytes > maxBytes) return;
    done(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, bytes));
  });
}
