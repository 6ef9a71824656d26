import type { ChangesPage } from "@ferrule/contract/internal/changes.ts";
import type { EndpointDirectory } from "./endpoint-directory.ts";
import type { SavedState } from "./state-file.ts";

export interface FeedPosition {
  epoch: string;
  sequence: number;
}

/** How far the worker has read the feed and applied it to the directory. */
export class FeedReading {
  readonly #directory: EndpointDirectory;
  /** The pages of a full reading, until the last one arrives. */
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

  /** Whether the worker has any state to serve from. */
  get synced(): boolean {
    return this.#synced;
  }

  /** Whether a full reading is still incomplete. */
  get gathers(): boolean {
    return this.#gathered !== null;
  }

  /** The last applied position. Null before the first full reading. */
  position(): FeedPosition | null {
    if (!this.#synced || this.gathers || this.#epoch === null) return null;
    return { epoch: this.#epoch, sequence: this.#sequence };
  }

  has({ epoch, sequence }: Pick<ChangesPage, "epoch" | "sequence">): boolean {
    return this.#epoch === epoch && this.#sequence >= sequence;
  }

  /** The state in the form of the state file. */
  state(): SavedState {
    return { epoch: this.#epoch ?? "", sequence: this.#sequence, states: [...this.#directory.states.entries] };
  }

  startFrom({ epoch, sequence, states }: SavedState): void {
    this.#epoch = epoch;
    this.#sequence = sequence;
    this.#synced = true;
    this.#directory.apply({ reset: true, items: states.map(([key, value]) => ({ key, sequence: 0, state: value })) });
  }

  /** The old epoch's state stays in use until the new one is complete. */
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
