import type { Job } from "@ferrule/contract/internal/jobs.ts";

/** What is quick ends within this: it needs no more than its turn. */
const turnMs = 1_000;
/** Each has a compiler process of up to 512 MB of heap. */
const mostAside = 8;

/**
 * The jobs that have outlasted their turn. They go on, at the lowest priority, without a slot; their Projects are given
 * no other slot meanwhile, so that no Project holds up the others however long its jobs take.
 */
export class JobsAside {
  readonly #aside = new Map<string, { projectId: string; ended: Promise<void> }>();

  get projects(): string[] {
    return [...new Set([...this.#aside.values()].map(({ projectId }) => projectId))];
  }

  /** Resolves when the job has ended, or has stepped aside, as soon as its turn is over and there is room. */
  async outlasted({ id, projectId }: Pick<Job, "id" | "projectId">, ended: Promise<void>): Promise<void> {
    const state = { isOver: false };
    const over = ended.finally(() => (state.isOver = true));
    let timer: NodeJS.Timeout | undefined;
    const turn = new Promise<void>((resolve) => (timer = setTimeout(resolve, turnMs)));
    await Promise.race([over, turn]).finally(() => clearTimeout(timer));
    while (!state.isOver && this.#aside.size >= mostAside) await Promise.race([over, ...this.#all()]);
    // What it fails of is told by itself.
    if (!state.isOver) this.#aside.set(id, { projectId, ended: over.catch(() => {}) });
  }

  remove(id: string): void {
    this.#aside.delete(id);
  }

  async ended(): Promise<void> {
    await Promise.all(this.#all());
  }

  #all(): Promise<void>[] {
    return [...this.#aside.values()].map(({ ended }) => ended);
  }
}
