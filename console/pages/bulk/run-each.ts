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

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Calls again after a refusal that names the time to wait, such as 429. */
async function callPatiently(call: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await call();
      return;
    } catch (error) {
      const waitSeconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
      if (waitSeconds === undefined || tries === mostTries) throw error;
      await sleep(waitSeconds * 1_000);
    }
  }
}

/**
 * Calls `call` once for each row, a few at a time and in the rows' order. A failure stops nothing. Returns the rows for
 * which it failed, in their order.
 * @param onEnded called after each row with the number of rows so far
 */
export async function runEach<Row>(
  rows: readonly Row[],
  call: (row: Row) => Promise<unknown>,
  onEnded: (count: number) => void = () => undefined,
): Promise<Failed<Row>[]> {
  const failures = new Map<Row, Error>();
  const left = rows.values();
  let ended = 0;
  const work = async () => {
    for (const row of left) {
      try {
        await callPatiently(() => call(row));
      } catch (error) {
        failures.set(row, error instanceof Error ? error : new Error(String(error)));
      }
      ended += 1;
      onEnded(ended);
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, work));
  return rows.flatMap((row) => {
    const error = failures.get(row);
    return error === undefined ? [] : [{ row, error }];
  });
}
