import { ApiError } from "@ferrule/contract/api-error.ts";

/** So many requests are on their way at a time. */
const mostAtOnce = 4;
/** A request that the server has no room for is sent so many times in all. */
const mostTries = 4;

/** A row for which the call failed, and why. */
export interface Failed<Row> {
  row: Row;
  error: Error;
}

/** What has come of the rows, each part in their order. */
export interface Ended<Row> {
  failed: Failed<Row>[];
  /** Those that were not called, because it was stopped. */
  left: Row[];
}

interface RunOptions {
  /** Called after each row with the number of rows so far. */
  onEnded?: (count: number) => void;
  /** Stops it: what is on its way ends, and nothing else begins. */
  signal?: AbortSignal | undefined;
}

/** Waits so long, or until it is stopped. */
const waitFor = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });

/** Calls again after a refusal that names the time to wait, such as 429. Returns whether it was called to the end. */
async function callPatiently(call: () => Promise<unknown>, signal: AbortSignal | undefined): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    if (signal?.aborted === true) return false;
    try {
      await call();
      return true;
    } catch (error) {
      const waitSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
      if (waitSeconds === undefined || tries === mostTries) throw error;
      await waitFor(waitSeconds * 1_000, signal);
    }
  }
}

/** Calls `call` once for each row, a few at a time and in the rows' order. A failure stops nothing. */
export async function runEach<Row>(
  rows: readonly Row[],
  call: (row: Row) => Promise<unknown>,
  { onEnded, signal }: RunOptions = {},
): Promise<Ended<Row>> {
  const ended = new Map<Row, Error | null>();
  const queue = rows.values();
  const work = async () => {
    for (const row of queue) {
      try {
        if (!(await callPatiently(() => call(row), signal))) return;
        ended.set(row, null);
      } catch (error) {
        ended.set(row, error instanceof Error ? error : new Error(String(error)));
      }
      onEnded?.(ended.size);
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, work));
  return {
    failed: rows.flatMap((row) => {
      const error = ended.get(row) ?? null;
      return error === null ? [] : [{ row, error }];
    }),
    left: rows.filter((row) => !ended.has(row)),
  };
}
