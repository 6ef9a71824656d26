import zlib from "node:zlib";

/** The accepted codings of a call's body. */
export const takenCodings = "zstd, br, gzip, deflate";

type Done = (error: Error | null, inflated: Buffer) => void;
export type Inflate = (body: Buffer, maxOutputLength: number, done: Done) => void;

/** The largest window that a zstd frame may request: 8 MiB (RFC 9659). The library would allow 128. */
const params = { [zlib.constants.ZSTD_d_windowLogMax]: 23 };
const inflations = new Map<string, Inflate>([
  ["zstd", (body, maxOutputLength, done) => zlib.zstdDecompress(body, { maxOutputLength, params }, done)],
  ["br", (body, maxOutputLength, done) => zlib.brotliDecompress(body, { maxOutputLength }, done)],
  ["gzip", (body, maxOutputLength, done) => zlib.gunzip(body, { maxOutputLength }, done)],
  ["x-gzip", (body, maxOutputLength, done) => zlib.gunzip(body, { maxOutputLength }, done)],
  ["deflate", (body, maxOutputLength, done) => zlib.inflate(body, { maxOutputLength }, done)],
]);

/** How to inflate a body with this `Content-Encoding`; null: it is not compressed. */
export function codingOf(field: string | undefined): Inflate | "unknown" | null {
  const coding = (field ?? "identity").trim().toLowerCase();
  return coding === "identity" ? null : (inflations.get(coding) ?? "unknown");
}

/** How many run at once: each holds its window in memory, whatever the size of its body. */
const mostAtOnce = 8;
const waiting: (() => void)[] = [];
let running = 0;

/** Inflates a body to at most `maxBytes`. Beyond that it stops, however much more would follow. */
export function inflate(
  body: Buffer,
  coding: Inflate,
  maxBytes: number,
  done: (inflated: Buffer | "too-large" | "broken") => void,
): void {
  const run = () => {
    running += 1;
    coding(body, maxBytes, (error, inflated) => {
      running -= 1;
      waiting.shift()?.();
      if (error === null) return done(inflated);
      done((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "too-large" : "broken");
    });
  };
  if (running < mostAtOnce) run();
  else waiting.push(run);
}
