import { randomOf } from "@ferrule/cli/folder/testing/random-of.ts";
import { marksIn, type Ledger } from "./ledger.ts";

/** Choices that are the same for the same seed. */
export class Random {
  readonly #below: (below: number) => number;

  constructor(seed: number) {
    this.#below = randomOf(seed);
  }

  one<T>(items: readonly T[]): T {
    return items[this.#below(items.length)]!;
  }

  /** Whether it happens, once in so many times. */
  chance(times: number): boolean {
    return this.#below(times) === 0;
  }

  /** Replaces one mark in a text by a new one. */
  replaceMark(text: string, ledger: Ledger): string {
    const marks = marksIn(text);
    return marks.length === 0 ? text : text.replace(this.one(marks), ledger.mark());
  }
}
