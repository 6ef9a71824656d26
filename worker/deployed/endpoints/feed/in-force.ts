// Why: docs/decisions/completed-means-in-force.md
import type { ArtifactActivation } from "../activation/artifact-activation.ts";
import type { FeedPosition } from "./feed-reading.ts";

interface InForceOptions {
  activation: Pick<ArtifactActivation, "pending">;
  /** Called when more of the feed is in force. */
  moved?: (() => void) | undefined;
}

/** The position up to which the feed is in force on a worker: applied, with the artifacts loaded. */
export class InForce {
  readonly #options: InForceOptions;
  #position: FeedPosition | null = null;
  /** The last read position of the feed; null before the first page. */
  readTo: () => FeedPosition | null = () => null;

  constructor(options: InForceOptions) {
    this.#options = options;
  }

  /** Null before the first page is in force. */
  readonly position = (): FeedPosition | null => this.#position;

  /** Call it after applying a page or loading an artifact, to check again. */
  readonly note = (): void => {
    const position = this.readTo();
    if (position === null || this.#options.activation.pending()) return;
    if (position.epoch === this.#position?.epoch && position.sequence === this.#position.sequence) return;
    this.#position = position;
    this.#options.moved?.();
  };
}
