import { streamGlobals, type TransformController } from "./streams.ts";

const { TransformStream } = streamGlobals;

interface Transformer {
  transform: (chunk: unknown, controller: TransformController) => void;
  flush?: (controller: TransformController) => void;
}

/** The two ends of https://streams.spec.whatwg.org/#generictransformstream. */
export class Transform {
  readonly #pair: { readable: unknown; writable: unknown };
  constructor(transformer: Transformer) {
    this.#pair = new TransformStream(transformer as never);
  }
  get readable(): unknown {
    return this.#pair.readable;
  }
  get writable(): unknown {
    return this.#pair.writable;
  }
}
