import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { Journal } from "./journal.ts";
import { JournalShipment, mostLines } from "./journal-shipment.ts";
import { createMasker, type Masker } from "../../ground/masking/masker.ts";
import { UnwrittenLines } from "./unwritten-lines.ts";

export interface Reporter extends AsyncDisposable {
  /**
   * Masks the record and writes it to the journal, where it survives the end of this process. Call it before the
   * response leaves. It never throws: if the disk is full, the record waits in memory for the next batch.
   */
  record: (record: ExecutionRecord) => void;
  /** The number of bytes that wait in the journal, and of records dropped since the start. */
  state: () => { waitingBytes: number; lost: number };
}

export interface ReporterOptions {
  /** The journal's folder. */
  folder: string;
  /** The journal's maximum size, 4 GiB. Beyond it, the oldest records are dropped. */
  maxBytes?: number;
  /** Sends a batch's JSON text to the control plane. Resolves to the status, rejects without an answer. */
  send: (body: string, signal: AbortSignal) => Promise<number>;
  log: Log;
  /** Default: masks by name and by the form of the platform's own tokens. */
  masker?: Pick<Masker, "record">;
  /** How long a record may wait for a batch to fill. A batch costs the database as much as 30 records. */
  flushAfterMs?: number;
  /** The same for records that come during a shipment, because then more will come. */
  flushBusyAfterMs?: number;
  /** How long closing waits for the last batch to be delivered. */
  closeWithinMs?: number;
}

function openJournal(
  { folder, maxBytes = 4_096 * 1_048_576, log }: ReporterOptions,
  dropped: (records: number) => void,
) {
  return new Journal({
    folder,
    maxBytes,
    onDropped(records) {
      dropped(records);
      log.error({ records }, "the journal of executions is full: its oldest records were given up");
    },
  });
}

/** Ships a journal in the background: soon after a record arrives, and again after failures, with longer pauses. */
class BackgroundShipping {
  readonly #shipment: JournalShipment;
  readonly #log: Log;
  readonly #flushAfterMs: number;
  readonly #flushBusyAfterMs: number;
  #timer: NodeJS.Timeout | undefined;
  #shipping: Promise<void> | null = null;
  #failures = 0;
  #closed = false;

  constructor(shipment: JournalShipment, { log, flushAfterMs = 100, flushBusyAfterMs = 250 }: ReporterOptions) {
    this.#shipment = shipment;
    this.#log = log;
    this.#flushAfterMs = flushAfterMs;
    this.#flushBusyAfterMs = Math.max(flushAfterMs, flushBusyAfterMs);
    // Ships the records that an earlier process left.
    this.#schedule(0);
  }

  /** A record was written. */
  written(): void {
    this.#shipment.gathered += 1;
    if (this.#shipping !== null || this.#closed) return;
    if (this.#shipment.gathered >= mostLines && this.#failures === 0) this.#begin();
    else this.#schedule(this.#flushAfterMs);
  }

  /** Starts no further shipment. Resolves when no shipment is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#shipping;
  }

  #schedule(afterMs: number): void {
    if (!this.#closed) this.#timer ??= setTimeout(() => this.#begin(), afterMs);
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const sent = () => (this.#failures = 0);
    this.#shipping = this.#shipment.ship(false, sent).then(
      () => {
        this.#shipping = null;
        if (this.#shipment.gathered > 0) this.#schedule(this.#flushBusyAfterMs);
      },
      (error: unknown) => {
        this.#shipping = null;
        this.#failed(error);
      },
    );
  }

  #failed(error: unknown): void {
    if (this.#failures === 0)
      this.#log.warn({ err: error }, "executions wait in the journal: the control plane does not take them");
    this.#failures += 1;
    this.#schedule(Math.min(100 * 2 ** this.#failures, 5_000) * (0.5 + Math.random()));
  }
}

/** Reports executions: to the journal, then in batches to the control plane, which are dropped once acknowledged. */
export function createReporter(options: ReporterOptions): Reporter {
  const { send, log, closeWithinMs = 3_000, masker = createMasker() } = options;
  let lost = 0;
  const journal = openJournal(options, (records) => (lost += records));
  const unwritten = new UnwrittenLines();
  const closing = new AbortController();
  const shipment = new JournalShipment({ journal, unwritten, log, send: (body) => send(body, closing.signal) });
  const shipping = new BackgroundShipping(shipment, options);
  return {
    record(record) {
      let line: string | null = null;
      try {
        line = JSON.stringify(masker.record(record));
        journal.append(line);
      } catch (error) {
        const held = line !== null && unwritten.add(line);
        if (!held) lost += 1;
        log.error({ err: error, executionId: record.id, held }, "an execution could not be journaled");
      }
      shipping.written();
    },
    state: () => ({ waitingBytes: journal.bytes, lost: lost + shipment.refused }),
    async [Symbol.asyncDispose]() {
      await shipping.close();
      const tooLate = setTimeout(() => closing.abort(), closeWithinMs);
      try {
        await shipment.ship(true);
      } catch (error) {
        log.warn({ err: error }, "executions stay in the journal until the next start");
      }
      closing.abort();
      clearTimeout(tooLate);
      journal[Symbol.dispose]();
    },
  };
}
