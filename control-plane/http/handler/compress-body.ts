import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { isMutation, type Operation } from "@ferrule/contract/operation.ts";

/** Below this a packet is saved at best. */
const worthwhileBytes = 1_024;

// Quality 1 of 11, in a thread beside the event loop: a list of 10 KB takes 0.08 ms of CPU and becomes 1.8 KB, one of 100 KB 0.25 ms
// and becomes 15 KB. Quality 4 takes four times that for 5 % less; gzip takes half as much again for more bytes.
const brotliQuality = 1;
const gzipLevel = 1;

const encoders = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: gzipLevel }),
} as const;

type Encoding = keyof typeof encoders;

/** The one of our encodings that an `Accept-Encoding` likes best, brotli where it likes them alike; null for neither (RFC 9110, section 12.5.3). */
export function encodingFor(acceptEncoding: string | undefined): Encoding | null {
  const qualities = new Map<string, number>();
  for (const part of (acceptEncoding ?? "").toLowerCase().split(",", 20)) {
    const [name = "", ...parameters] = part.split(";").map((each) => each.trim());
    const given = parameters.find((each) => each.startsWith("q="))?.slice(2);
    const quality = given === undefined ? 1 : Number(given);
    if (name !== "") qualities.set(name, Number.isFinite(quality) ? quality : 0);
  }
  const of = (name: string) => qualities.get(name) ?? qualities.get("*") ?? 0;
  const [br, gz] = [of("br"), of("gzip")];
  if (br === 0 && gz === 0) return null;
  return br >= gz ? "br" : "gzip";
}

/**
 * Whether an operation's answers may be compressed. How small a compressed answer is tells about what is in it, and whoever can
 * have a guess repeated in it beside a secret finds the secret letter by letter (the BREACH attack). So what hands out keys,
 * passwords and CSRF tokens stays as it is: everything that changes something, and who is signed in.
 */
export const mayCompress = (operation: Operation): boolean =>
  (!isMutation(operation) || (operation.reads === true && operation.audit === null)) && operation.tag !== "Session";

/** The body in the encoding that the reader likes best; null where it stays as it is. */
export async function compressBody(
  text: string,
  acceptEncoding: string | undefined,
): Promise<{ encoding: Encoding; body: Buffer } | null> {
  if (text.length < worthwhileBytes) return null;
  const encoding = encodingFor(acceptEncoding);
  return encoding === null ? null : { encoding, body: await encoders[encoding](Buffer.from(text)) };
}
