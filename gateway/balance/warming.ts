/** No upstream gets less than this part of its share, because only calls warm it. */
const leastWeight = 0.1;

/** The weight of an upstream that has just begun to take calls: it grows from a tenth to 1 within `durationMs`. */
export class Warming {
  readonly #durationMs: number;
  /** 0: it is warm. */
  #until = 0;

  constructor(durationMs: number) {
    this.#durationMs = durationMs;
  }

  begin(): void {
    this.#until = performance.now() + this.#durationMs;
  }

  get weight(): number {
    if (this.#until === 0) return 1;
    const left = (this.#until - performance.now()) / this.#durationMs;
    if (left > 0) return Math.max(leastWeight, 1 - left);
    this.#until = 0;
    return 1;
  }
}
