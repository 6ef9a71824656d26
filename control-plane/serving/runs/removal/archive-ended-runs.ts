// Why: docs/decisions/executions-are-moved.md
import type { App } from "../../../ground/app.ts";
import type { Archive } from "../../../ground/ports/archive.ts";
import { runArchiver } from "../../../observed/executions/archive/archive-before.ts";
import type { ArchiveRun } from "../../../observed/executions/archive/archive-run.ts";
import { Interrupted } from "../../../observed/executions/archive/interrupted.ts";
import { mostInPart, mostPartBytes } from "../../../observed/executions/archive/part.ts";
import { placePart } from "../../../observed/executions/archive/place-part.ts";
import { listProjectIds } from "../../../people/projects/queries.ts";
import { listEnded, readEnded, removeEnded, type EndedRun } from "../queries/ended.ts";

type Archiving = Pick<App, "store" | "settings" | "log" | "closing">;

interface Moving {
  app: Archiving;
  archive: Archive;
  run: ArchiveRun;
  projectId: string;
}

/** Runs can be large, so we read few at once. */
const readAtOnce = 50;

/** Moves runs that were created on one day, newest first. One transaction removes them here and makes their objects count. */
async function moveDay({ app, archive, run, projectId }: Moving, day: string, runs: readonly EndedRun[]) {
  const { store, settings, closing } = app;
  const ids = runs.toSorted((one, other) => Number(other.createdAt) - Number(one.createdAt)).map(({ id }) => id);
  for (let from = 0; from < ids.length;) {
    const gathered: { executions: { id: string; startedAt: string }[]; lines: string[] } = {
      executions: [],
      lines: [],
    };
    for (let bytes = 0; from < ids.length && bytes < mostPartBytes; from += readAtOnce) {
      if (closing.aborted) throw new Interrupted("This control plane ends; another one goes on.");
      const some = ids.slice(from, from + readAtOnce);
      const rows = await store.inProject(projectId, (scope) => readEnded(scope, some), { readOnly: true });
      for (const { id, createdAt, line } of rows) {
        gathered.executions.push({ id, startedAt: createdAt.toISOString() });
        gathered.lines.push(line);
        bytes += line.length;
      }
    }
    if (gathered.lines.length === 0) continue;
    await placePart({ store }, archive, { projectId, day, gathered, isOfRuns: true }, async (scope) => {
      await run.hold(scope);
      const moved = gathered.executions.map(({ id }) => id);
      if ((await removeEnded(scope, settings.executionRetentionDays, moved)) < moved.length)
        throw new Interrupted("Runs were erased or retried while they were archived.");
    });
  }
}

/** Moves a Project's ended runs, as many as one object may have at a time. */
async function moveProject(moving: Moving): Promise<void> {
  const { app, projectId } = moving;
  const { executionRetentionDays } = app.settings;
  for (let more = true; more;) {
    const runs = await app.store.inProject(projectId, (scope) => listEnded(scope, executionRetentionDays, mostInPart), {
      readOnly: true,
    });
    for (const [day, some] of Map.groupBy(runs, (one) => one.day)) await moveDay(moving, day, some);
    more = runs.length === mostInPart;
  }
}

/**
 * Moves the runs that calls started, and that ended more than `EXECUTION_RETENTION_DAYS` ago, to the archive, unless
 * another replica is archiving. If the bucket fails, they stay until the next run.
 */
export const archiveEndedRuns = (app: Archiving, archive: Archive): Promise<void> =>
  runArchiver(app, async (run) => {
    for (const projectId of await app.store.inInstallation(listProjectIds, { readOnly: true }))
      await moveProject({ app, archive, run, projectId });
  });
