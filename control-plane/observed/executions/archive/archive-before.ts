import type { App } from "../../../ground/app.ts";
import { archiveDay } from "./archive-day.ts";
import { asArchiver, type ArchiveRun } from "./archive-run.ts";
import type { Archive } from "../../../ground/ports/archive.ts";
import { BucketError } from "./bucket.ts";
import { Interrupted } from "./interrupted.ts";
import { noteArchiveFailure, noteArchiveRests } from "./queries/archive-state.ts";
import { daysBefore } from "./queries/days.ts";

type Archiving = Pick<App, "store" | "log" | "closing">;

/** Notes a failure of the bucket for the status page. */
export async function noteFailure({ store, log }: Pick<App, "store" | "log">, error: BucketError): Promise<void> {
  log.warn({ err: error }, "the archive of executions fails");
  await store.inInstallation((scope) => noteArchiveFailure(scope, error.message));
}

async function archiveDays(app: Archiving, archive: Archive, run: ArchiveRun, day: string): Promise<void> {
  const days = await app.store.inInstallation((scope) => daysBefore(scope, day), { readOnly: true });
  for (const one of days) {
    await archiveDay({ app, archive, run, day: one });
    app.log.info({ day: one }, "archived executions");
  }
  if (days.length === 0) await app.store.inInstallation(noteArchiveRests);
}

/**
 * Moves all days before this one (`20261121`) to the archive, the oldest first, unless another replica is doing so. It
 * stops at the first day that fails; the next run continues there.
 */
export const archiveBefore = (app: Archiving, archive: Archive, day: string): Promise<void> =>
  runArchiver(app, (run) => archiveDays(app, archive, run, day));

/** Runs `work`, unless another replica is archiving. What could not be archived goes on with the next run. */
export async function runArchiver(app: Archiving, work: (run: ArchiveRun) => Promise<void>): Promise<void> {
  try {
    const isOnly = await asArchiver(app, work);
    if (!isOnly) app.log.info("another control plane archives just now");
  } catch (error) {
    if (error instanceof BucketError && !app.closing.aborted) await noteFailure(app, error);
    else if (error instanceof Interrupted) app.log.info({ err: error }, "the archive of executions goes on later");
    else throw error;
  }
}
