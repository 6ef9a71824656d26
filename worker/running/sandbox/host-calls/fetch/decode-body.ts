import { pipeline, type Readable, type Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { HostTypeError } from "../host-call.ts";

/** More layers would only multiply the size. */
const mostLayers = 3;

function decoderOf(encoding: string): Transform | undefined {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    case "zstd":
      // A frame may request a window of 128 MiB. RFC 8878 recommends support for 8 MiB.
      return createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } });
    default:
      return undefined;
  }
}

export const tooLarge = (mostBytes: number): HostCallError =>
  new HostCallError("LIMIT_EXCEEDED", `A response may have ${mostBytes} bytes.`);

/**
 * Decodes a body's content encodings, the outermost first. The input is limited too, because some encodings of empty
 * data never end. If an encoding is unknown, the body stays unchanged.
 */
export function decodeBody(
  body: Readable,
  contentEncoding: string,
  mostBytes: number,
): { stream: Readable; decoded: boolean } {
  const names = contentEncoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > mostLayers) {
    body.on("error", () => undefined).destroy();
    throw new HostTypeError("fetch failed: the answer is encoded too many times.");
  }
  const decoders = names.toReversed().map(decoderOf);
  if (decoders.length === 0 || decoders.includes(undefined)) return { stream: body, decoded: false };
  async function* counted(source: AsyncIterable<Buffer>) {
    let received = 0;
    for await (const chunk of source) {
      received += chunk.length;
      if (received > mostBytes) throw tooLarge(mostBytes);
      yield chunk;
    }
  }
  const stream = pipeline([body, counted, ...(decoders as Transform[])], () => undefined) as unknown as Readable;
  return { stream, decoded: true };
}
