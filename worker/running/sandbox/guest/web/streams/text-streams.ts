import { TextDecoder, utf8 } from "../encoding.ts";
import { defineInterfaces } from "../interface.ts";
import { Transform } from "./transforms.ts";

/** https://encoding.spec.whatwg.org/#interface-textencoderstream */
export class TextEncoderStream {
  readonly #transform: Transform;
  constructor() {
    let high = "";
    this.#transform = new Transform({
      transform(chunk, controller) {
        let text = high + String(chunk);
        high = "";
        const last = text.charCodeAt(text.length - 1);
        if (last >= 0xd800 && last <= 0xdbff) {
          high = text.slice(-1);
          text = text.slice(0, -1);
        }
        if (text !== "") controller.enqueue(utf8(text));
      },
      flush(controller) {
        if (high !== "") controller.enqueue(utf8("\ufffd"));
      },
    });
  }
  get encoding(): string {
    void this.#transform;
    return "utf-8";
  }
  get readable(): unknown {
    return this.#transform.readable;
  }
  get writable(): unknown {
    return this.#transform.writable;
  }
}

/** https://encoding.spec.whatwg.org/#interface-textdecoderstream */
export class TextDecoderStream {
  readonly #decoder: TextDecoder;
  readonly #transform: Transform;
  constructor(label = "utf-8", options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
    const decoder = new TextDecoder(label, options);
    this.#decoder = decoder;
    this.#transform = new Transform({
      transform(chunk, controller) {
        const text = decoder.decode(chunk, { stream: true });
        if (text !== "") controller.enqueue(text);
      },
      flush(controller) {
        const text = decoder.decode();
        if (text !== "") controller.enqueue(text);
      },
    });
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
  get readable(): unknown {
    return this.#transform.readable;
  }
  get writable(): unknown {
    return this.#transform.writable;
  }
}
defineInterfaces({ TextEncoderStream, TextDecoderStream });
