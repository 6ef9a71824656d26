import type { App } from "../../../ground/app.ts";
import { noteFailure } from "./archive-before.ts";
import { BucketError } from "./bucket.ts";
import { removePart } from "./place-part.ts";
import { deferPart, letPartsGo, listGone } from "./queries/parts.ts";

const deletedAtOnce = 500;
/** After so many failures, we leave the bucket alone until the next run. */
const mostFailures = 3;

/**
 * Deletes objects that are no longer needed: those older than ARCHIVE_RETENTION_DAYS, those of removed Projects, and
 * unfinished ones.
 */
export async function keepArchive(app: App): Promise<void> {
  const { archive, store, closing } = app;
  if (archive === undefined) return;
  const keys = await store.inInstallation(async (scope) => {
    await letPartsGo(scope, archive.retentionDays);
    return listGone(scope, deletedAtOnce);
  });
  let failures = 0;
  for (const key of keys) {
    if (closing.aborted || failures >= mostFailures) return;
    try {
      await removePart(app, archive, key);
    } catch (error) {
      if (!(error instanceof BucketError)) throw error;
      failures += 1;
      await store.inInstallation((scope) => deferPart(scope, key));
      if (failures === 1) await noteFailure(app, error);
    }
  }
}
