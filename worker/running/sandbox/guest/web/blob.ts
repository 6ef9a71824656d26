import { bytesIn, joined } from "./bytes.ts";
import { utf8, utf8Text } from "./encoding.ts";
import { defineInterfaces, needArguments } from "./interface.ts";
import { ReadableStream, type ByteStream } from "./streams/streams.ts";

const chunkBytes = 65_536;

/** A byte stream over data in memory, in chunks of 64 KiB. `bytes` is called when the first chunk is read. */
export function streamOf(bytes: () => Uint8Array): ByteStream {
  let all: Uint8Array | undefined;
  let at = 0;
  return new ReadableStream(
    {
      type: "bytes",
      pull: (controller) => {
        all ??= bytes();
        const chunk = all.slice(at, at + chunkBytes);
        at += chunk.byteLength;
        if (chunk.byteLength > 0) controller.enqueue(chunk);
        if (at < all.byteLength) return;
        controller.close();
        if (chunk.byteLength === 0) controller.byobRequest?.respond(0);
      },
    },
    { highWaterMark: 0 },
  );
}

interface BlobOptions {
  type?: string;
  endings?: "transparent" | "native";
}

function bytesOfPart(part: unknown, native: boolean): Uint8Array {
  if (isBlob(part)) return blobBytes(part);
  const bytes = bytesIn(part);
  if (bytes !== undefined) return bytes;
  const text = String(part);
  return utf8(native ? text.replace(/\r\n?/g, "\n") : text);
}

const typeOf = (type: unknown): string => {
  const text = String(type);
  return /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : "";
};

/** The start or end of a slice. Negative numbers count from the end, and the result is clamped. */
const clamped = (given: unknown, size: number): number => {
  const at = Math.trunc(Number(given)) || 0;
  return at < 0 ? Math.max(0, size + at) : Math.min(at, size);
};

/** https://w3c.github.io/FileAPI/#blob-section, with the data in memory. */
export class Blob {
  #bytes: Uint8Array;
  #type: string;

  constructor(parts: Iterable<unknown> | undefined = undefined, options: BlobOptions = {}) {
    if (parts !== undefined && (parts === null || (typeof parts !== "object" && typeof parts !== "function")))
      throw new TypeError("A Blob is made of a sequence of parts.");
    if (parts !== undefined && typeof parts[Symbol.iterator] !== "function")
      throw new TypeError("A Blob is made of a sequence of parts.");
    if (options !== null && options !== undefined && typeof options !== "object" && typeof options !== "function")
      throw new TypeError("The options must be an object.");
    const { endings = "transparent", type = "" } = options ?? {};
    if (endings !== "transparent" && endings !== "native") throw new TypeError("endings: transparent or native.");
    const found = parts === undefined ? [] : [...parts];
    this.#bytes = joined(found.map((part) => bytesOfPart(part, endings === "native")));
    this.#type = typeOf(type);
  }
  get size(): number {
    return this.#bytes.byteLength;
  }
  get type(): string {
    return this.#type;
  }
  slice(start: number = 0, end: number | undefined = undefined, contentType = ""): Blob {
    const size = this.#bytes.byteLength;
    const from = clamped(start, size);
    const to = end === undefined ? size : clamped(end, size);
    const blob = new Blob();
    blob.#type = typeOf(contentType);
    // A Blob's content never changes, so a slice needs no copy.
    blob.#bytes = this.#bytes.subarray(from, Math.max(from, to));
    return blob;
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.slice().buffer as ArrayBuffer;
  }
  async bytes(): Promise<Uint8Array> {
    return this.#bytes.slice();
  }
  async text(): Promise<string> {
    return utf8Text(this.#bytes);
  }
  stream(): ByteStream {
    const bytes = this.#bytes;
    return streamOf(() => bytes);
  }
  static bytesOf(blob: Blob): Uint8Array {
    return blob.#bytes;
  }
  static is(value: unknown): value is Blob {
    return typeof value === "object" && value !== null && #bytes in value;
  }
}

const { bytesOf, is } = Blob;
delete (Blob as { bytesOf?: unknown }).bytesOf;
delete (Blob as { is?: unknown }).is;
export const blobBytes = bytesOf;
export const isBlob = is;

/** https://w3c.github.io/FileAPI/#file-section */
export class File extends Blob {
  readonly #name: string;
  readonly #lastModified: number;
  constructor(parts: Iterable<unknown>, name: string, options: BlobOptions & { lastModified?: number } = {}) {
    needArguments("File", arguments, 2);
    if (parts === undefined) throw new TypeError("A File is made of a sequence of parts.");
    super(parts, options);
    this.#name = String(name).toWellFormed();
    this.#lastModified =
      options?.lastModified === undefined ? Date.now() : Math.trunc(Number(options.lastModified)) || 0;
  }
  get name(): string {
    return this.#name;
  }
  get lastModified(): number {
    return this.#lastModified;
  }
  static override is(value: unknown): value is File {
    return typeof value === "object" && value !== null && #name in value;
  }
}
export const isFile = File.is;
delete (File as { is?: unknown }).is;
defineInterfaces({ Blob, File });
