// Why: docs/decisions/executions-are-moved.md
import type { App } from "../../../ground/app.ts";
import type { ExecutionKey } from "../filters/execution-filters.ts";
import { forgetBefore } from "../forget-before.ts";
import { findKeys } from "../queries/find-keys.ts";
import { beImpatient, forgetFailures } from "../queries/partitions.ts";
import type { ArchiveRun } from "./archive-run.ts";
import type { Archive } from "../../../ground/ports/archive.ts";
import { gather, type FindKeys } from "./gather.ts";
import { Interrupted } from "./interrupted.ts";
import { afterAllIds, newestFirst } from "../filters/key-order.ts";
import { placePart } from "./place-part.ts";
import { noteArchivedDay } from "./queries/archive-state.ts";
import { dropIfEmpty, listLeft, removeMoved } from "./queries/days.ts";
import { earliestOf } from "./queries/find-parts.ts";

interface Archiving {
  app: Pick<App, "store" | "closing">;
  archive: Archive;
  run: ArchiveRun;
  /** `2026-11-21`. */
  day: string;
}

/** Executions are large, so we read few at once. */
const readAtOnce = 50;
/** Keys are small. */
const keysAtOnce = 2_000;
const dayMs = 86_400_000;

/**
 * Moves the executions with these keys. One transaction removes them here and makes the object with exactly these
 * count.
 */
async function move(
  { app, archive, run, day }: Archiving,
  projectId: string,
  find: FindKeys,
  from: ExecutionKey | null,
) {
  for (let after = from; ;) {
    if (app.closing.aborted) throw new Interrupted("This control plane ends; another one goes on.");
    const { last, ...gathered } = await gather(app, projectId, find, after);
    if (gathered.lines.length === 0) return;
    await placePart(app, archive, { projectId, day, gathered }, async (scope) => {
      await run.hold(scope);
      if ((await removeMoved(scope, day, gathered.executions)) < gathered.executions.length)
        throw new Interrupted("Executions were erased while they were archived.");
    });
    after = last;
  }
}

/** Moves a Project's executions of a day. It continues where the run before ended. */
async function moveProject(archiving: Archiving, projectId: string): Promise<void> {
  const { app, day } = archiving;
  const begins = new Date(day);
  const range = { from: begins.toISOString(), to: new Date(begins.getTime() + dayMs).toISOString() };
  const earliest = await app.store.inProject(projectId, (scope) => earliestOf(scope, day), { readOnly: true });
  const from = earliest && { startedAt: earliest, id: afterAllIds };
  await move(archiving, projectId, (scope, after) => findKeys(scope, range, readAtOnce, after), from);
}

/** Moves executions that came late. */
async function moveKeys(archiving: Archiving, projectId: string, given: readonly ExecutionKey[]): Promise<void> {
  const keys = given.toSorted(newestFirst);
  const find: FindKeys = (_scope, after) => {
    const next = after === null ? 0 : keys.findIndex((key) => newestFirst(key, after) > 0);
    return Promise.resolve(next < 0 ? [] : keys.slice(next, next + readAtOnce));
  };
  await move(archiving, projectId, find, null);
}

/**
 * Moves the executions of a day to the archive until the database has none of them, then drops the day's table. After
 * an interruption, the next run moves the rest. @throws BucketError @throws Interrupted
 */
export async function archiveDay(archiving: Archiving): Promise<void> {
  const { app, run, day } = archiving;
  const moved = new Set<string>();
  for (;;) {
    const left = await app.store.inInstallation((scope) => listLeft(scope, day, keysAtOnce), { readOnly: true });
    if (left.length === 0) break;
    for (const [projectId, keys] of Map.groupBy(left, (key) => key.projectId)) {
      await (moved.has(projectId) ? moveKeys(archiving, projectId, keys) : moveProject(archiving, projectId));
      moved.add(projectId);
    }
  }
  await app.store.inInstallation(async (scope) => {
    await run.hold(scope);
    await beImpatient(scope);
    await dropIfEmpty(scope, day);
    await forgetFailures(scope, day);
    await noteArchivedDay(scope, day);
  });
  await forgetBefore(app, new Date(Date.parse(day) + dayMs));
}
