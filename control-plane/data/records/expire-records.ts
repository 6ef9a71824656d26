import type { App } from "../../ground/app.ts";
import { sweepExpired } from "./queries/records.ts";

const batchSize = 1_000;

/** Removes expired records, which nobody can see any more, in short transactions. */
export async function expireRecords(app: App): Promise<void> {
  let removed = batchSize;
  while (removed === batchSize && !app.closing.aborted) {
    removed = await app.store.inInstallation((scope) => sweepExpired(scope, batchSize));
  }
}
