import { host } from "../../host.ts";
import { defineProperty, ErrorCtor, getOwnPropertyDescriptor, jsonParse, ownKeys } from "../../primordials.ts";
import { Blob, blobBytes, isBlob, streamOf } from "../blob.ts";
import { bytesIn, joined } from "../bytes.ts";
import { utf8, utf8Text } from "../encoding.ts";
import { decodeForm, encodeForm, FormData, isFormData } from "./form-data.ts";
import { isDisturbed, isReadableStream, type ByteStream } from "../streams/streams.ts";
import { URLSearchParams } from "./url.ts";

/** The content of a Request or Response: all bytes at once, or a stream of them. */
export interface Content {
  bytes: Uint8Array | undefined;
  stream: ByteStream | undefined;
  /** The default content type for this content. */
  type: string | undefined;
}

const ofBytes = (bytes: Uint8Array, type?: string): Content => ({ bytes, stream: undefined, type });

/** https://fetch.spec.whatwg.org/#concept-bodyinit-extract */
export function contentOf(init: unknown): Content | null {
  if (init === undefined || init === null) return null;
  if (isReadableStream(init)) {
    if (init.locked || isDisturbed(init)) throw new TypeError("The stream has been read already.");
    return { bytes: undefined, stream: init, type: undefined };
  }
  if (isBlob(init)) return ofBytes(blobBytes(init), init.type === "" ? undefined : init.type);
  const bytes = bytesIn(init);
  if (bytes !== undefined) return ofBytes(bytes.slice());
  if (isFormData(init)) {
    let boundary = "----ferrule";
    for (const byte of host().random(12)) boundary += (byte & 15).toString(16) + (byte >> 4).toString(16);
    return ofBytes(encodeForm(init, boundary), `multipart/form-data; boundary=${boundary}`);
  }
  if (init instanceof URLSearchParams) {
    return ofBytes(utf8(init.toString()), "application/x-www-form-urlencoded;charset=UTF-8");
  }
  return ofBytes(utf8(String(init)), "text/plain;charset=UTF-8");
}

/** Thrown when a response's body is larger than a response may be. */
export class BodyTooLarge extends ErrorCtor {}

async function drained(stream: ByteStream, mostBytes = Infinity): Promise<Uint8Array> {
  const reader = stream.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks);
    if (!(value instanceof Uint8Array)) throw new TypeError("A body stream must yield bytes.");
    bytes += value.byteLength;
    if (bytes > mostBytes) {
      void reader.cancel();
      throw new BodyTooLarge();
    }
    chunks.push(value);
  }
}

const used = () => new TypeError("The body has been read already.");

/** The body of one Request or Response. */
export class BodyState {
  #content: Content | null = null;
  #used = false;

  set content(content: Content | null) {
    this.#content = content;
  }
  get stream(): ByteStream | null {
    const content = this.#content;
    if (content === null) return null;
    if (content.stream === undefined) {
      const bytes = this.#used ? new Uint8Array(0) : content.bytes!;
      content.stream = streamOf(() => bytes);
      if (this.#used) void content.stream.getReader().cancel();
    }
    return content.stream;
  }
  get used(): boolean {
    return this.#used || (this.#content?.stream !== undefined && isDisturbed(this.#content.stream));
  }
  get unusable(): boolean {
    return this.used || this.#content?.stream?.locked === true;
  }
  /** Makes a second content with the same bytes, for `clone`. */
  split(): Content | null {
    const content = this.#content;
    if (this.unusable) throw used();
    if (content === null) return null;
    if (content.bytes !== undefined && content.stream === undefined) return { ...content };
    const [own, other] = content.stream!.tee();
    this.#content = { bytes: undefined, stream: own, type: content.type };
    return { bytes: undefined, stream: other, type: content.type };
  }
  /** Moves the content out of here. */
  move(): Content | null {
    const content = this.#content;
    if (this.unusable) throw used();
    if (content === null) return null;
    this.#used = true;
    if (content.stream === undefined) return { ...content };
    const [own, other] = content.stream.tee();
    void own.cancel();
    return { bytes: undefined, stream: other, type: content.type };
  }
  /** Moves out the stream of a content of unknown length. Undefined if all bytes are known. */
  takeStream(): ByteStream | undefined {
    const stream = this.#content?.bytes === undefined ? this.#content?.stream : undefined;
    if (stream === undefined) return undefined;
    if (this.unusable) throw used();
    this.#used = true;
    return stream;
  }
  /** @throws BodyTooLarge for a stream of more than `mostBytes` */
  async take(mostBytes?: number): Promise<Uint8Array> {
    if (this.unusable) throw used();
    const content = this.#content;
    if (content === null) return new Uint8Array(0);
    this.#used = true;
    // A stream over known bytes gains nothing, and would mark the body as read.
    return content.stream === undefined ? content.bytes! : drained(content.stream, mostBytes);
  }
}

interface BodyHolder {
  body: BodyState;
  contentType: string;
}

async function formOf(bytes: Uint8Array, type: string): Promise<FormData> {
  const boundary = /^multipart\/form-data\s*;.*boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary !== undefined) return decodeForm(bytes, boundary);
  if (!/^application\/x-www-form-urlencoded/i.test(type)) throw new TypeError("The body is not a form.");
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(utf8Text(bytes))) form.append(name, value);
  return form;
}

export interface Body {
  readonly body: ByteStream | null;
  readonly bodyUsed: boolean;
  arrayBuffer: () => Promise<ArrayBuffer>;
  blob: () => Promise<Blob>;
  bytes: () => Promise<Uint8Array>;
  formData: () => Promise<FormData>;
  json: () => Promise<unknown>;
  text: () => Promise<string>;
}

/** Adds the members of https://fetch.spec.whatwg.org/#body-mixin to a prototype. `of` returns the body of an object. */
export function mixInBody(prototype: object, of: (self: unknown) => BodyHolder): void {
  const members = {
    get body(): ByteStream | null {
      return of(this).body.stream;
    },
    get bodyUsed(): boolean {
      return of(this).body.used;
    },
    async arrayBuffer(): Promise<ArrayBuffer> {
      return (await of(this).body.take()).slice().buffer as ArrayBuffer;
    },
    async blob(): Promise<Blob> {
      const { body, contentType } = of(this);
      return new Blob([await body.take()], { type: contentType });
    },
    async bytes(): Promise<Uint8Array> {
      return (await of(this).body.take()).slice();
    },
    async formData(): Promise<FormData> {
      const { body, contentType } = of(this);
      return formOf(await body.take(), contentType);
    },
    async json(): Promise<unknown> {
      return jsonParse(utf8Text(await of(this).body.take()));
    },
    async text(): Promise<string> {
      return utf8Text(await of(this).body.take());
    },
  };
  for (const key of ownKeys(members)) defineProperty(prototype, key, getOwnPropertyDescriptor(members, key)!);
}
