import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "@ferrule/kit/log.ts";
import { startPauseMs } from "../limits.ts";

/** After the first such end, we build the code again. A third in a row is no coincidence. */
const endsInARow = 3;

interface StartsOptions {
  log: Log;
  /** Builds the code of executors again from its sources. */
  retake: () => Promise<void>;
}

/**
 * Counts executors that end by themselves soon after their start and without a call. A Function cannot cause this, so
 * the code or the machine is broken.
 */
export class ExecutorStarts {
  readonly #options: StartsOptions;
  readonly #failed = Promise.withResolvers<void>();
  #ends = 0;

  constructor(options: StartsOptions) {
    this.#options = options;
  }

  /** Resolves when executors have failed to start for the first time, if they ever do. */
  readonly failed: Promise<void> = this.#failed.promise;

  get isFailing(): boolean {
    return this.#ends >= endsInARow;
  }

  /** Call it when an executor is stable. */
  stood(): void {
    if (this.isFailing) this.#options.log.info("executors start again");
    this.#ends = 0;
  }

  /**
   * Call it when an executor has ended right after its start. Resolves when the next one may start: first with newly
   * built code, later after a pause.
   */
  async endedAtOnce(): Promise<void> {
    const { log, retake } = this.#options;
    this.#ends += 1;
    if (this.#ends === 1) {
      log.warn("an executor ended at once; its program is built from its sources again");
      return retake().catch((error: unknown) =>
        log.error({ err: error }, "the program of executors could not be built from its sources again"),
      );
    }
    if (this.#ends === endsInARow) {
      log.error("executors end at once, so this worker takes no calls until one keeps running");
      this.#failed.resolve();
    }
    await delay(startPauseMs);
  }
}
