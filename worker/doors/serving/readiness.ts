import type { ArtifactActivation } from "../../deployed/endpoints/activation/artifact-activation.ts";
import type { Following } from "../../deployed/endpoints/feed/follow-changes.ts";

/** How long a new worker waits for artifacts that it cannot fetch, before it serves those that it has. */
const firstLoadMs = 10_000;

interface ReadinessOptions {
  activation: Pick<ArtifactActivation, "loading">;
  /** After the feed has been silent for this long, this worker takes no more calls. */
  maxStaleMs: number;
  /** Whether there is no executor, so that no call could run. */
  cannotRun?: () => boolean;
}

/** Whether a replica may start calls. */
export class Readiness {
  readonly #options: ReadinessOptions;
  readonly #began = performance.now();
  #draining = false;
  #following: Pick<Following, "staleMs" | "synced"> | undefined;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  /** Call it when the worker begins to follow the feed. */
  follow(following: Pick<Following, "staleMs" | "synced">): void {
    this.#following = following;
  }

  /** Starts no more calls. */
  drain(): void {
    this.#draining = true;
  }

  /** How many milliseconds ago the feed last responded; infinite before the first time. */
  readonly staleMs = (): number => this.#following?.staleMs() ?? Number.POSITIVE_INFINITY;

  readonly serves = (): boolean => !this.#draining && this.#isSynced() && !this.#isStale() && !this.#cannotRun();

  /** The missing parts that `/ready` lists; empty: the replica is ready. */
  readonly failing = (): string[] => {
    const parts: string[] = [];
    if (this.#draining) parts.push("draining");
    if (this.#cannotRun()) parts.push("executors");
    if (!this.#isSynced()) parts.push("control-plane");
    else if (this.#isStale()) parts.push("control-plane-stale");
    else if (this.#options.activation.loading() && performance.now() - this.#began < firstLoadMs)
      parts.push("artifacts");
    return parts;
  };

  #cannotRun(): boolean {
    return this.#options.cannotRun?.() === true;
  }

  #isSynced(): boolean {
    return this.#following?.synced() === true;
  }

  #isStale(): boolean {
    return this.staleMs() > this.#options.maxStaleMs;
  }
}
