import type { App } from "../../app.ts";
import { hasOpenErasure } from "../../erasures/queries.ts";
import { lockToArchive } from "../../projects/queries.ts";
import type { AnyScope, ProjectScope } from "../../store/scope.ts";
import type { ExecutionKey } from "../execution-filters.ts";
import { readExecutions, type ExportedExecution } from "../queries/exported.ts";
import { findKeys } from "../queries/find-keys.ts";
import type { Archive } from "./archive.ts";
import { BucketError } from "./bucket.ts";
import { mostInPart, mostPartBytes, writePart } from "./part.ts";
import { countArchived, countDay, keepPart, letPartsGo, noteArchivedDay, partsOfDay } from "./queries.ts";
import { discardPart, storePart } from "./store-part.ts";

type Archiving = Pick<App, "store" | "closing">;

/** Executions are large, so few are read at once. */
const readAtOnce = 50;
const dayMs = 86_400_000;

/** Where the archive of a day stands, and what must not change until the next part counts. */
interface Standing {
  after: ExecutionKey | null;
  erasedAt: Date | null;
}

async function standingOf(scope: ProjectScope, day: string): Promise<Standing | null> {
  const project = await lockToArchive(scope);
  if (project === null) return null;
  if (await hasOpenErasure(scope)) throw new BucketError("An erasure is under way; the archive goes on after it.");
  const tail = (await partsOfDay(scope, day)).at(-1);
  return { erasedAt: project.erasedAt, after: tail ? { startedAt: tail.firstAt, id: tail.tailId } : null };
}

const isSame = (one: Standing, other: Standing | null) =>
  other !== null &&
  one.erasedAt?.getTime() === other.erasedAt?.getTime() &&
  one.after?.id === other.after?.id &&
  one.after?.startedAt.getTime() === other.after?.startedAt.getTime();

/** The next executions of the day, newest first, as many as one object holds. */
async function readNext({ store }: Archiving, projectId: string, day: string, after: ExecutionKey | null) {
  const from = new Date(day);
  const range = { from: from.toISOString(), to: new Date(from.getTime() + dayMs).toISOString() };
  const read: ExportedExecution[] = [];
  const lines: string[] = [];
  let bytes = 0;
  let last = after;
  for (let more = true; more;) {
    const rows = await store.inProject(
      projectId,
      async (scope) => readExecutions(scope, await findKeys(scope, range, readAtOnce, last)),
      { readOnly: true },
    );
    more = rows.length > 0;
    for (const row of rows) {
      const line = JSON.stringify(row);
      read.push(row);
      lines.push(line);
      bytes += line.length;
      last = { startedAt: new Date(row.startedAt), id: row.id };
      if (read.length >= mostInPart || bytes >= mostPartBytes) return { read, lines, last };
    }
  }
  return { read, lines, last };
}

/** Archives the next part of a Project's day. False: all of it is archived. */
async function archivePart(app: Archiving, archive: Archive, projectId: string, day: string): Promise<boolean> {
  const { store } = app;
  const begun = await store.inProject(projectId, (scope) => standingOf(scope, day));
  if (begun === null) return false;
  const { read, lines, last } = await readNext(app, projectId, day, begun.after);
  if (read.length === 0 || last === null) return false;
  const written = await writePart(lines, read, { tailId: last.id, firstAt: last.startedAt });
  const key = await storePart(app, archive, { projectId, day }, written);
  try {
    await store.inProject(projectId, async (scope) => {
      if (isSame(begun, await standingOf(scope, day)) && (await keepPart(scope, key))) return;
      throw new BucketError("What was archived has changed meanwhile; it is archived again.");
    });
  } catch (error) {
    // It may hold what is being erased.
    await discardPart(app, archive, { projectId, key });
    throw error;
  }
  return true;
}

/** The Projects of which the archive does not have as many executions of a day as there are. */
export async function gapsOf(scope: AnyScope, day: string): Promise<string[]> {
  const archived = await countArchived(scope, day);
  return [...(await countDay(scope, day))].filter(([id, count]) => archived.get(id) !== count).map(([id]) => id);
}

/** Lets the parts of Projects with gaps go. Answers whether there were any. */
async function letGapsGo({ store }: Archiving, day: string): Promise<boolean> {
  const gaps = await store.inInstallation((scope) => gapsOf(scope, day), { readOnly: true });
  for (const projectId of gaps) {
    await store.inProject(projectId, async (scope) => {
      // Another control plane may have gone on meanwhile, and what it has archived may be nowhere else any more.
      if ((await lockToArchive(scope)) === null || (await gapsOf(scope, day)).length === 0) return;
      const parts = await partsOfDay(scope, day);
      await letPartsGo(
        scope,
        parts.map(({ key }) => key),
      );
    });
  }
  return gaps.length > 0;
}

/**
 * Brings the executions of a day to the bucket. Each object counts once it was read back; what was interrupted goes on after the
 * last one that counts. @throws BucketError
 */
export async function archiveDay(app: Archiving, archive: Archive, day: string): Promise<void> {
  const projects = await app.store.inInstallation((scope) => countDay(scope, day), { readOnly: true });
  for (const projectId of projects.keys()) {
    while (await archivePart(app, archive, projectId, day))
      if (app.closing.aborted) throw new BucketError("This control plane ends; another one goes on.");
  }
  if (await letGapsGo(app, day)) throw new BucketError("The day has changed meanwhile; it is archived again.");
  await app.store.inInstallation((scope) => noteArchivedDay(scope, day));
}
