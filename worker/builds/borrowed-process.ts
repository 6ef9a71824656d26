import type { GuardedProcess } from "./guarded-process.ts";
import type { ProcessPool } from "./process-pool.ts";

/** One process of a pool for the length of a build, another one when it ends before that. */
export class BorrowedProcess implements AsyncDisposable {
  readonly #pool: ProcessPool;
  readonly #project: string;
  #process: GuardedProcess | undefined;
  #steppedBack = false;

  constructor(pool: ProcessPool, project: string) {
    this.#pool = pool;
    this.#project = project;
  }

  /** The process to ask, started if the last one has ended. */
  readonly get = (): GuardedProcess => {
    if (this.#process?.alive === true) return this.#process;
    this.#process = this.#pool.take(this.#project);
    if (this.#steppedBack) this.#process.stepBack();
    return this.#process;
  };

  /** Whether one was needed. */
  get used(): boolean {
    return this.#process !== undefined;
  }

  /** This build takes what others leave from now on. */
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
