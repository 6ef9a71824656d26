import { setTimeout as delay } from "node:timers/promises";
import type { ArtifactActivation } from "../activation/artifact-activation.ts";
import type { CompiledArtifact } from "../activation/compile-artifact.ts";

export interface EarlierArtifactsOptions {
  activation: Pick<ArtifactActivation, "want" | "active">;
  /** How many are loaded at once, and for how long without a run. */
  most?: number | undefined;
  idleMs?: number | undefined;
  /** How long a run waits for its artifact. */
  loadMs?: number | undefined;
}

interface Held {
  /** How many runs use it now. */
  uses: number;
  /** `performance.now()` at the end of its last use. */
  usedAt: number;
}

/** An artifact that stays loaded until it is released, once. */
export interface UsedArtifact {
  artifact: CompiledArtifact;
  release: () => void;
}

const [usualMost, usualIdleMs, usualLoadMs] = [32, 10 * 60_000, 10_000];
const longestSweepMs = 30_000;

/**
 * The artifacts of deployments that no environment serves any more, for the runs that stay with them. The first run
 * loads one. It is dropped after a while without runs, or when others need its place.
 */
export class EarlierArtifacts implements Disposable {
  readonly #activation: EarlierArtifactsOptions["activation"];
  readonly #most: number;
  readonly #idleMs: number;
  readonly #loadMs: number;
  /** By the deployment's id. */
  readonly #held = new Map<string, Held>();
  readonly #sweeping: NodeJS.Timeout;

  constructor({ activation, most, idleMs, loadMs }: EarlierArtifactsOptions) {
    this.#activation = activation;
    this.#most = most ?? usualMost;
    this.#idleMs = idleMs ?? usualIdleMs;
    this.#loadMs = loadMs ?? usualLoadMs;
    this.#sweeping = setInterval(() => this.#dropIdle(), Math.min(this.#idleMs, longestSweepMs)).unref();
  }

  get size(): number {
    return this.#held.size;
  }

  /**
   * Loads the artifact of a deployment. `gone`: there is no such artifact any more. Null: it could not be loaded in
   * time, or runs use as many others as may be loaded.
   */
  async use(
    { id, digest }: { id: string; digest: string },
    signal: AbortSignal,
  ): Promise<UsedArtifact | "gone" | null> {
    const held = this.#held.get(id) ?? this.#begin(id, digest);
    if (held === null) return null;
    held.uses += 1;
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      held.uses -= 1;
      held.usedAt = performance.now();
    };
    const until = performance.now() + this.#loadMs;
    let isGone = false;
    for (;;) {
      const active = this.#activation.active({ earlierDeploymentId: id });
      if (active.kind === "compiled") return { artifact: active.artifact, release };
      isGone = active.kind === "nothing";
      if (isGone || signal.aborted || performance.now() > until) break;
      await delay(10, undefined, { signal }).catch(() => undefined);
    }
    release();
    // It must not hold a place that another needs, or be fetched without end.
    if (held.uses === 0) this.#drop(id);
    return isGone ? "gone" : null;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#sweeping);
  }

  #begin(id: string, digest: string): Held | null {
    if (this.#held.size >= this.#most && !this.#dropLeastRecent()) return null;
    const held = { uses: 0, usedAt: performance.now() };
    this.#held.set(id, held);
    this.#activation.want({ earlierDeploymentId: id }, { deploymentId: id, digest });
    return held;
  }

  #drop(id: string): void {
    if (this.#held.delete(id)) this.#activation.want({ earlierDeploymentId: id }, null);
  }

  #dropIdle(): void {
    const since = performance.now() - this.#idleMs;
    for (const [id, { uses, usedAt }] of this.#held) if (uses === 0 && usedAt < since) this.#drop(id);
  }

  /** Whether one could be dropped. */
  #dropLeastRecent(): boolean {
    const idle = [...this.#held].filter(([, { uses }]) => uses === 0);
    const [first] = idle.sort(([, one], [, other]) => one.usedAt - other.usedAt);
    if (first !== undefined) this.#drop(first[0]);
    return first !== undefined;
  }
}
