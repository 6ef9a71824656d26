import type { Job } from "@ferrule/contract/internal/jobs.ts";

/** A job that ends within this time needs no more than its turn. */
const turnMs = 1_000;
/** Each job has a compiler process with up to 512 MB of heap. */
const mostAside = 8;

/**
 * Jobs that outlasted their turn. They continue without a slot, at the lowest priority. Meanwhile their Projects get no
 * other slot, so that a Project with long jobs does not delay the others.
 */
export class JobsAside {
  readonly #aside = new Map<string, { projectId: string; ended: Promise<void> }>();

  get projects(): string[] {
    return [...new Set([...this.#aside.values()].map(({ projectId }) => projectId))];
  }

  /**
   * Resolves when the job has ended or has stepped aside. It steps aside when its turn is over and other jobs need the
   * room.
   */
  async outlasted({ id, projectId }: Pick<Job, "id" | "projectId">, ended: Promise<void>): Promise<void> {
    const state = { isOver: false };
    const over = ended.finally(() => (state.isOver = true));
    let timer: NodeJS.Timeout | undefined;
    const turn = new Promise<void>((resolve) => (timer = setTimeout(resolve, turnMs)));
    await Promise.race([over, turn]).finally(() => clearTimeout(timer));
    while (!state.isOver && this.#aside.size >= mostAside) await Promise.race([over, ...this.#all()]);
    // The job reports its own failure.
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
