import type { Log } from "@ferrule/kit/log.ts";
import type { Journal } from "./journal.ts";

export const mostLines = 500;
const mostBytes = 4 * 1_048_576;

interface ShipmentOptions {
  journal: Journal;
  /** Sends a batch's JSON text; answers the HTTP status, rejects when there was none. */
  send: (body: string) => Promise<number>;
  log: Log;
}

/** Sends what a journal holds, in batches that are dropped from it when the control plane has them. */
export class JournalShipment {
  readonly #options: ShipmentOptions;
  #batchLines = mostLines;
  /** Records that were written since the journal was last read: they are in no batch yet. */
  gathered = 0;
  /** Records that the control plane refused. */
  refused = 0;

  constructor(options: ShipmentOptions) {
    this.#options = options;
  }

  /**
   * Sends batches until none waits; with `all`, what is added meanwhile, too, which otherwise waits for company.
   * `sent` is told of each that has arrived. @throws Error when the control plane does not take one
   */
  async ship(all: boolean, sent: () => void = () => {}): Promise<void> {
    const { journal, send } = this.#options;
    for (;;) {
      this.gathered = 0;
      const batch = journal.read(this.#batchLines, mostBytes);
      if (batch === null) return;
      const status = await send(`{"records":[${batch.lines.join(",")}]}`);
      if (!this.#isOver(status, batch.lines)) continue;
      journal.acknowledge(batch);
      sent();
      if (!all && !batch.more && this.gathered < mostLines) return;
    }
  }

  /** Whether a batch is done with, by the status of its answer; otherwise it goes again, in smaller ones. */
  #isOver(status: number, lines: readonly string[]): boolean {
    const isRefused = status === 400 || status === 413;
    if (status >= 300 && !isRefused) throw new Error(`executions were answered ${status}`);
    if (!isRefused) {
      this.#batchLines = Math.min(this.#batchLines * 2, mostLines);
      return true;
    }
    if (lines.length > 1) {
      // One record spoils the batch: find it by sending them one by one.
      this.#batchLines = 1;
      return false;
    }
    this.refused += 1;
    this.#options.log.error({ status, bytes: lines[0]?.length }, "an execution record was refused and given up");
    return true;
  }
}
