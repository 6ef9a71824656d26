import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { isMutation, type Operation } from "@ferrule/contract/operation.ts";

/** Below this, compression saves one packet at best. */
const worthwhileBytes = 1_024;

// Quality 1 of 11, in a thread beside the event loop. A list of 10 KB takes 0.08 ms of CPU and shrinks to 1.8 KB, one
// of 100 KB takes 0.25 ms and shrinks to 15 KB. Quality 4 takes four times as long for 5 % less; gzip takes half as
// long again and produces more bytes.
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

/**
 * The supported encoding that an `Accept-Encoding` prefers, brotli on a tie; null for none (RFC 9110, section 12.5.3).
 */
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
 * Whether an operation's answers may be compressed. The size of a compressed answer reveals something about its
 * content: whoever can have a guess repeated beside a secret finds the secret letter by letter (the BREACH attack). So
 * answers that contain keys, passwords and CSRF tokens are not compressed: all mutations, and who is signed in.
 */
export const mayCompress = (operation: Operation): boolean =>
  (!isMutation(operation) || (operation.reads === true && operation.audit === null)) && operation.tag !== "Session";

/** The body in the reader's preferred encoding; null when it is sent as it is. */
export async function compressBody(
  text: string,
  acceptEncoding: string | undefined,
): Promise<{ encoding: Encoding; body: Buffer } | null> {
  if (text.length < worthwhileBytes) return null;
  const encoding = encodingFor(acceptEncoding);
  return encoding === null ? null : { encoding, body: await encoders[encoding](Buffer.from(text)) };
}
