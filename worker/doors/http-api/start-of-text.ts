import { StringDecoder } from "node:string_decoder";

const textType = /^(?:text\/|application\/(?:[^;]*\+)?(?:json|xml|yaml)\b|application\/(?:x-ndjson|javascript)\b)/i;
const mostChars = 2_048;
const cutMark = "… [truncated]";

/**
 * Keeps the beginning of a response's text for the record. A mark tells the masker that the end may cut through a
 * value.
 */
export class StartOfText {
  readonly #decoder: StringDecoder | undefined;
  #text = "";

  constructor(type: string) {
    if (textType.test(type)) this.#decoder = new StringDecoder("utf8");
  }

  get text(): string | null {
    if (this.#decoder === undefined) return null;
    return this.#text.length > mostChars ? this.#text.slice(0, mostChars) + cutMark : this.#text;
  }

  take(chunk: Uint8Array): void {
    if (this.#decoder === undefined || this.#text.length > mostChars) return;
    this.#text += this.#decoder.write(Buffer.from(chunk.subarray(0, (mostChars + 1) * 4)));
  }
}
