import type { App } from "../../app.ts";
import { archiveDay } from "./archive-day.ts";
import type { Archive } from "./archive.ts";
import { BucketError } from "./bucket.ts";
import { daysBefore, noteArchiveFailure } from "./queries.ts";

/** Notes what went wrong for the status page. */
export async function noteFailure({ store, log }: Pick<App, "store" | "log">, error: unknown): Promise<void> {
  if (!(error instanceof BucketError)) throw error;
  log.warn({ err: error }, "the archive of executions fails");
  await store.inInstallation((scope) => noteArchiveFailure(scope, error.message));
}

/**
 * Archives all days before this one (`20261121`), the oldest first. Answers up to which day executions may be removed: the first
 * that is not whole in the archive, or this one.
 */
export async function archiveBefore(
  app: Pick<App, "store" | "log" | "closing">,
  archive: Archive,
  day: string,
): Promise<string> {
  for (const one of await app.store.inInstallation((scope) => daysBefore(scope, day), { readOnly: true })) {
    try {
      await archiveDay(app, archive, one);
    } catch (error) {
      if (!app.closing.aborted) await noteFailure(app, error);
      return one;
    }
  }
  return day;
}
