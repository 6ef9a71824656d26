import type { App } from "../../ground/app.ts";
import { dropBeyond, pruneIdempotentCalls } from "./queries.ts";

const batchSize = 5_000;
/** The limit for the stored answers of one Project. */
const mostBytes = 256 * 1_048_576;

/** Removes expired calls, and answers beyond a Project's limit. */
export async function pruneIdempotency({ store, log }: Pick<App, "store" | "log">): Promise<void> {
  let removed = 0;
  do removed = await store.inInstallation((scope) => pruneIdempotentCalls(scope, batchSize));
  while (removed === batchSize);
  const dropped = await store.inInstallation((scope) => dropBeyond(scope, mostBytes));
  if (dropped > 0)
    log.warn({ dropped }, "a Project keeps too many answers of idempotent calls; the oldest were let go");
}
