import { Deflate, Inflate } from "pako/browser";
import { bytesIn } from "../bytes.ts";
import { defineInterfaces, needArguments } from "../interface.ts";
import { Transform } from "./transforms.ts";

type Format = "deflate" | "deflate-raw" | "gzip";
/** zlib's numbers for the three formats: the window size, and the kind of wrapper. */
const windowBits: Record<Format, number> = { deflate: 15, "deflate-raw": -15, gzip: 31 };
const syncFlush = 2;

function windowOf(format: unknown): number {
  const name = String(format);
  if (!Object.hasOwn(windowBits, name)) throw new TypeError("The format must be deflate, deflate-raw or gzip.");
  return windowBits[name as Format];
}

function chunkOf(chunk: unknown): Uint8Array {
  const bytes = bytesIn(chunk);
  if (bytes === undefined) throw new TypeError("A chunk must be an ArrayBuffer or a view of one.");
  return bytes;
}

/** https://compression.spec.whatwg.org/#compression-stream */
export class CompressionStream {
  readonly #transform: Transform;
  constructor(format: Format) {
    needArguments("CompressionStream", arguments, 1);
    const deflate = new Deflate({ windowBits: windowOf(format) });
    this.#transform = new Transform({
      transform(chunk, controller) {
        deflate.onData = (packed) => controller.enqueue(packed.slice());
        deflate.push(chunkOf(chunk), false);
      },
      flush(controller) {
        deflate.onData = (packed) => controller.enqueue(packed.slice());
        deflate.onEnd = () => undefined;
        deflate.push(new Uint8Array(0), true);
      },
    });
  }
  get readable(): unknown {
    return this.#transform.readable;
  }
  get writable(): unknown {
    return this.#transform.writable;
  }
}

/** Bytes after the end of the data. */
const leftIn = (inflate: Inflate): number => (inflate as unknown as { strm: { avail_in: number } }).strm.avail_in;

/** https://compression.spec.whatwg.org/#decompression-stream */
export class DecompressionStream {
  readonly #transform: Transform;
  constructor(format: Format) {
    needArguments("DecompressionStream", arguments, 1);
    const inflate = new Inflate({ windowBits: windowOf(format) });
    inflate.onEnd = () => undefined;
    const check = () => {
      if (inflate.err !== 0) throw new TypeError("The compressed data is not valid.");
    };
    this.#transform = new Transform({
      transform(chunk, controller) {
        const bytes = chunkOf(chunk);
        inflate.onData = (unpacked) => controller.enqueue(unpacked.slice());
        const over = inflate.ended && bytes.byteLength > 0;
        if (!inflate.ended) inflate.push(bytes, syncFlush);
        check();
        if (over || (inflate.ended && leftIn(inflate) > 0))
          throw new TypeError("There is more after the end of the compressed data.");
      },
      flush(controller) {
        inflate.onData = (unpacked) => controller.enqueue(unpacked.slice());
        if (!inflate.ended) inflate.push(new Uint8Array(0), true);
        check();
      },
    });
  }
  get readable(): unknown {
    return this.#transform.readable;
  }
  get writable(): unknown {
    return this.#transform.writable;
  }
}
defineInterfaces({ CompressionStream, DecompressionStream });
