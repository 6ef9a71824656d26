import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";
import type { EndpointDirectory } from "./endpoint-directory.ts";
import type { SavedState } from "./state-file.ts";

export interface FeedPosition {
  epoch: string;
  sequence: number;
}

/** How far the feed has been read, and taken over by the directory. */
export class FeedReading {
  readonly #directory: EndpointDirectory;
  /** The pages of a reading from the beginning, until the last of them is here. */
  #gathered: ChangesPage["items"] | null = null;
  #epoch: string | null = null;
  #sequence = 0;
  #synced = false;

  constructor(directory: EndpointDirectory) {
    this.#directory = directory;
  }

  get epoch(): string | null {
    return this.#epoch;
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** Whether there is something to serve from. */
  get synced(): boolean {
    return this.#synced;
  }

  /** Whether a reading from the beginning has not come to its end. */
  get gathers(): boolean {
    return this.#gathered !== null;
  }

  /** Up to where everything has been taken over; null before a first whole reading. */
  position(): FeedPosition | null {
    if (!this.#synced || this.gathers || this.#epoch === null) return null;
    return { epoch: this.#epoch, sequence: this.#sequence };
  }

  has({ epoch, sequence }: Pick<ChangesPage, "epoch" | "sequence">): boolean {
    return this.#epoch === epoch && this.#sequence >= sequence;
  }

  /** As the state file keeps it. */
  state(): SavedState {
    return { epoch: this.#epoch ?? "", sequence: this.#sequence, states: [...this.#directory.states.entries] };
  }

  startFrom({ epoch, sequence, states }: SavedState): void {
    this.#epoch = epoch;
    this.#sequence = sequence;
    this.#synced = true;
    this.#directory.apply({ reset: true, items: states.map(([key, value]) => ({ key, sequence: 0, state: value })) });
  }

  /** What was held of another epoch serves on until all of the new one is here. */
  take({ reset, items, more, epoch, sequence }: ChangesPage): void {
    if (reset) this.#gathered = [];
    this.#gathered?.push(...items);
    if (this.#gathered === null) this.#directory.apply({ reset: false, items });
    else if (!more) {
      this.#directory.apply({ reset: true, items: this.#gathered });
      this.#gathered = null;
    }
    if (!more) this.#synced = true;
    this.#epoch = epoch;
    this.#sequence = sequence;
  }
}
