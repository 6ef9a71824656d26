import { TextDecoder as Decoder, TextEncoder as Encoder } from "@exodus/bytes/encoding-lite.js";
import { reflectApply } from "../primordials.ts";
import { defineInterfaces } from "./interface.ts";

const encoder = new Encoder();
const decoder = new Decoder();
const { encode, encodeInto } = Encoder.prototype;
const { decode } = Decoder.prototype;

/** The UTF-8 bytes of a text. */
export const utf8 = (text: string): Uint8Array => reflectApply(encode, encoder, [text]) as Uint8Array;
/** Decodes UTF-8 and replaces invalid bytes. */
export const utf8Text = (bytes: Uint8Array): string => reflectApply(decode, decoder, [bytes]) as string;

const multiByte = /^(?:big5|euc-kr|euc-jp|iso-2022-jp|shift_jis|gbk|gb18030)$/;

interface DecoderOptions {
  fatal?: boolean;
  ignoreBOM?: boolean;
}

/** https://encoding.spec.whatwg.org/#interface-textdecoder without the legacy multi-byte encodings (200 KB of tables). */
export class TextDecoder {
  readonly #decoder: InstanceType<typeof Decoder>;
  constructor(label = "utf-8", options: DecoderOptions = {}) {
    const { fatal, ignoreBOM } = options ?? {};
    this.#decoder = new Decoder(String(label), { fatal: Boolean(fatal), ignoreBOM: Boolean(ignoreBOM) });
    if (multiByte.test(this.#decoder.encoding))
      throw new RangeError(`The encoding ${this.#decoder.encoding} is not supported here.`);
  }
  get encoding(): string {
    return this.#decoder.encoding;
  }
  get fatal(): boolean {
    return this.#decoder.fatal;
  }
  get ignoreBOM(): boolean {
    return this.#decoder.ignoreBOM;
  }
  decode(input: unknown = undefined, options: { stream?: boolean } = {}): string {
    const stream = Boolean(options?.stream);
    return reflectApply(decode, this.#decoder, [input, { stream }]) as string;
  }
}

/** https://encoding.spec.whatwg.org/#interface-textencoder */
export class TextEncoder {
  #genuine = true;
  get encoding(): string {
    void this.#genuine;
    return "utf-8";
  }
  encode(input: unknown = ""): Uint8Array {
    void this.#genuine;
    return utf8(String(input));
  }
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number } {
    void this.#genuine;
    return reflectApply(encodeInto as never, encoder, [String(source), destination]) as {
      read: number;
      written: number;
    };
  }
}
defineInterfaces({ TextDecoder, TextEncoder });
