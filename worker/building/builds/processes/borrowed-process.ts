import type { GuardedProcess } from "./guarded-process.ts";
import type { ProcessPool } from "./process-pool.ts";

/** Borrows one process of a pool for a build, and replaces it once if it ends early. */
export class BorrowedProcess implements AsyncDisposable {
  readonly #pool: ProcessPool;
  readonly #project: string;
  #process: GuardedProcess | undefined;
  #steppedBack = false;

  constructor(pool: ProcessPool, project: string) {
    this.#pool = pool;
    this.#project = project;
  }

  /** The process for requests. Starts a new one if the last has ended. */
  readonly get = (): GuardedProcess => {
    if (this.#process?.alive === true) return this.#process;
    this.#process = this.#pool.take(this.#project);
    if (this.#steppedBack) this.#process.stepBack();
    return this.#process;
  };

  /** Whether the build needed a process. */
  get used(): boolean {
    return this.#process !== undefined;
  }

  /** From now on, this build runs at the lowest priority. */
  stepBack(): void {
    this.#steppedBack = true;
    this.#process?.stepBack();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process === undefined) return;
    if (this.#steppedBack && !this.#process.stepForward()) await this.#process[Symbol.asyncDispose]();
    await this.#pool.giveBack(this.#project, this.#process);
  }
}
