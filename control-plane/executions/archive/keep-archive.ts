import type { App } from "../../app.ts";
import { noteFailure } from "./archive-before.ts";
import { forgetPart, letOldPartsGo, listUnkept } from "./queries.ts";

/** Deletes objects that nothing counts on: those beyond ARCHIVE_RETENTION_DAYS, of removed Projects, and unfinished ones. */
export async function keepArchive(app: App): Promise<void> {
  const { archive, store } = app;
  if (archive === undefined) return;
  const keys = await store.inInstallation(async (scope) => {
    await letOldPartsGo(scope, archive.retentionDays);
    return listUnkept(scope);
  });
  try {
    for (const key of keys) {
      if (app.closing.aborted) return;
      await archive.bucket.remove(key);
      await store.inInstallation((scope) => forgetPart(scope, key));
    }
  } catch (error) {
    await noteFailure(app, error);
  }
}
