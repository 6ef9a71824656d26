import type { Log } from "@ferrule/kit/log.ts";
import type { Journal } from "./journal.ts";
import type { UnwrittenLines } from "./unwritten-lines.ts";

export const mostLines = 500;
const mostBytes = 4 * 1_048_576;

interface ShipmentOptions {
  journal: Journal;
  /** The lines that the journal could not take. They go out after those in the journal. */
  unwritten: UnwrittenLines;
  /** Sends a batch's JSON text. Resolves to the HTTP status, and rejects without a response. */
  send: (body: string) => Promise<number>;
  log: Log;
}

/** Sends a journal's records in batches, and drops each batch from the journal once the control plane has it. */
export class JournalShipment {
  readonly #options: ShipmentOptions;
  #batchLines = mostLines;
  /** Records that are not in a batch yet, because they came after the last reading of the journal. */
  gathered = 0;
  /** The number of records that the control plane has refused. */
  refused = 0;

  constructor(options: ShipmentOptions) {
    this.#options = options;
  }

  /**
   * Sends batches until none waits. With `all`, it also sends records that come meanwhile, instead of letting them wait
   * for a full batch. It calls `sent` after each delivered batch. @throws Error when the control plane does not accept
   * one
   */
  async ship(all: boolean, sent: () => void = () => {}): Promise<void> {
    const { journal, unwritten, send } = this.#options;
    for (;;) {
      this.gathered = 0;
      const journaled = journal.read(this.#batchLines, mostBytes);
      const batch = journaled ?? unwritten.read(this.#batchLines, mostBytes);
      if (batch === null) return;
      const status = await send(`{"records":[${batch.lines.join(",")}]}`);
      if (!this.#isOver(status, batch.lines)) continue;
      if (journaled === null) unwritten.acknowledge(batch.lines.length);
      else journal.acknowledge(journaled);
      sent();
      const more = batch.more || (journaled !== null && unwritten.count > 0);
      if (!all && !more && this.gathered < mostLines) return;
    }
  }

  /** Whether the response's status means that a batch is finished. If not, the batch goes again in smaller parts. */
  #isOver(status: number, lines: readonly string[]): boolean {
    const isRefused = status === 400 || status === 413;
    if (status >= 300 && !isRefused) throw new Error(`the control plane answered executions with ${status}`);
    if (!isRefused) {
      this.#batchLines = Math.min(this.#batchLines * 2, mostLines);
      return true;
    }
    if (lines.length > 1) {
      // One record spoils the batch, so we send them one by one to find it.
      this.#batchLines = 1;
      return false;
    }
    this.refused += 1;
    this.#options.log.error({ status, bytes: lines[0]?.length }, "an execution record was refused and given up");
    return true;
  }
}
