import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { Journal } from "./journal.ts";
import { createMasker, type Masker } from "./masking/masker.ts";

export interface Reporter extends AsyncDisposable {
  /**
   * Masks the record and writes it to the journal, so that it survives the death of this process from here on. Called
   * before the answer leaves. Never throws: a full disk costs the record, not the call.
   */
  record: (record: ExecutionRecord) => void;
  /** How much waits in the journal, in bytes, and how many records were given up since the start. */
  state: () => { waitingBytes: number; lost: number };
}

export interface ReporterOptions {
  /** The journal's folder. */
  folder: string;
  /** The journal's size at most; beyond it the oldest records are given up. 4 GiB. */
  maxBytes?: number;
  /** Sends a batch's JSON text to `POST /internal/executions`; answers the HTTP status, rejects when there was none. */
  send: (body: string, signal: AbortSignal) => Promise<number>;
  log: Log;
  /** Unset: masks by name and by the form of the platform's own tokens. */
  masker?: Pick<Masker, "record">;
  /** How long a record may wait for company, unless a full batch is there. A batch costs the database as much as 30 records. */
  flushAfterMs?: number;
  /** How long closing waits for the last batch to arrive. */
  closeWithinMs?: number;
}

const maxLines = 500;
const maxBytes = 4 * 1_048_576;

/** Reports executions: journal first, then batches to the control plane, dropped from the journal when acknowledged. */
export function createReporter(options: ReporterOptions): Reporter {
  const { send, log, flushAfterMs = 100, closeWithinMs = 3_000, masker = createMasker() } = options;
  let lost = 0;
  const journal = new Journal({
    folder: options.folder,
    maxBytes: options.maxBytes ?? 4_096 * 1_048_576,
    onDropped(records) {
      lost += records;
      log.error({ records }, "the journal of executions is full: its oldest records were given up");
    },
  });
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let shipping: Promise<void> | null = null;
  let failures = 0;
  let batchLines = maxLines;
  /** Records written since the journal was last read: they are in no batch yet. */
  let gathered = 0;

  /** Sends what the journal holds; with `all`, what is added meanwhile, too, which otherwise waits for company. */
  const ship = async (all: boolean): Promise<void> => {
    for (;;) {
      gathered = 0;
      const batch = journal.read(batchLines, maxBytes);
      if (batch === null) return;
      const status = await send(`{"records":[${batch.lines.join(",")}]}`, closing.signal);
      const refused = status === 400 || status === 413;
      if (status >= 300 && !refused) throw new Error(`executions were answered ${status}`);
      if (refused && batch.lines.length > 1) {
        // One record spoils the batch: find it by sending them one by one.
        batchLines = 1;
        continue;
      }
      if (refused) lost += 1;
      if (refused) log.error({ status, bytes: batch.lines[0]?.length }, "an execution record was refused and given up");
      else if (batchLines < maxLines) batchLines = Math.min(batchLines * 2, maxLines);
      journal.acknowledge(batch);
      failures = 0;
      if (!all && !batch.more && gathered < maxLines) return;
    }
  };

  const begin = (): void => {
    clearTimeout(timer);
    timer = undefined;
    shipping = ship(false).then(
      () => {
        shipping = null;
        if (gathered > 0 && !closing.signal.aborted) schedule(flushAfterMs);
      },
      (error: unknown) => {
        shipping = null;
        if (closing.signal.aborted) return;
        if (failures === 0)
          log.warn({ err: error }, "executions wait in the journal: the control plane does not take them");
        failures += 1;
        schedule(Math.min(100 * 2 ** failures, 5_000) * (0.5 + Math.random()));
      },
    );
  };

  const schedule = (afterMs: number): void => {
    timer ??= setTimeout(begin, afterMs);
  };

  // What an earlier process left behind.
  schedule(0);

  return {
    record(record) {
      try {
        journal.append(JSON.stringify(masker.record(record)));
      } catch (error) {
        lost += 1;
        log.error({ err: error, executionId: record.id }, "an execution could not be journaled");
      }
      gathered += 1;
      if (shipping !== null) return;
      if (gathered >= maxLines && failures === 0) begin();
      else schedule(flushAfterMs);
    },
    state: () => ({ waitingBytes: journal.bytes, lost }),
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      timer = undefined;
      await shipping;
      clearTimeout(timer);
      const tooLate = setTimeout(() => closing.abort(), closeWithinMs);
      try {
        await ship(true);
      } catch (error) {
        log.warn({ err: error }, "executions stay in the journal until the next start");
      }
      closing.abort();
      clearTimeout(timer);
      clearTimeout(tooLate);
      journal[Symbol.dispose]();
    },
  };
}
