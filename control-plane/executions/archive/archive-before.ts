import type { App } from "../../app.ts";
import type { InstallationScope } from "../../store/scope.ts";
import { archiveDay, gapsOf } from "./archive-day.ts";
import type { Archive } from "./archive.ts";
import { BucketError } from "./bucket.ts";
import { daysBefore, lockDaysBefore, noteArchiveFailure } from "./queries.ts";

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

/**
 * Holds off late reports of the days before this one, and answers up to which of them everything is in the archive. What came since
 * a day was archived is kept until it is archived, too.
 */
export async function archivedUpTo(scope: InstallationScope, day: string): Promise<string> {
  await lockDaysBefore(scope, day);
  for (const one of await daysBefore(scope, day)) if ((await gapsOf(scope, one)).length > 0) return one;
  return day;
}
