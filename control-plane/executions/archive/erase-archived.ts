import type { App } from "../../app.ts";
import { lockToArchive } from "../../projects/queries.ts";
import type { Whose } from "../../store/whose.ts";
import { callerKeysOf } from "../../store/whose.ts";
import { callerKeyOf } from "../caller-key.ts";
import type { ExportedExecution } from "../queries/exported.ts";
import type { Archive } from "./archive.ts";
import { BucketError } from "./bucket.ts";
import { writePart } from "./part.ts";
import { keepPart, letPartsGo, partsAfterKey, partsOfDay, type ArchivedPart } from "./queries.ts";
import { discardPart, storePart } from "./store-part.ts";

type Erasing = Pick<App, "store" | "archive" | "closing">;

/** The same as `isTheirs` says in the database. */
function isTheirs(whose: Whose, before: Date): (one: ExportedExecution) => boolean {
  const keys = new Set(callerKeysOf(whose));
  const { subject, name } = whose;
  return ({ tenantId, caller, startedAt }) => {
    if (Date.parse(startedAt) > before.getTime()) return false;
    if (subject === "tenant") return tenantId === name;
    return [caller.id, caller.subject, caller.email].includes(name) || keys.has(callerKeyOf(caller) ?? "");
  };
}

/** Puts an object in the place of another one, and deletes that. */
async function replace(app: Erasing, archive: Archive, part: ArchivedPart, left: readonly string[]): Promise<void> {
  const { key, projectId, day, tailId, firstAt } = part;
  const executions = left.map((line) => JSON.parse(line) as ExportedExecution);
  const next =
    left.length === 0
      ? undefined
      : await storePart(app, archive, { projectId, day }, await writePart(left, executions, { tailId, firstAt }));
  await app.store.inProject(projectId, async (scope) => {
    await lockToArchive(scope);
    const isThere = (await partsOfDay(scope, day)).some((one) => one.key === key);
    if (isThere && next !== undefined) await keepPart(scope, next);
    await letPartsGo(scope, [key]);
  });
  archive.forget(key);
  await discardPart(app, archive, part);
}

interface Asked {
  projectId: string;
  whose: Whose;
  /** Only calls that began until then. */
  before: Date;
  /** Called with how many went with each object. */
  note: (erased: number) => Promise<void>;
}

/**
 * Removes their executions from a Project's archive: writes the objects anew in which there are some.
 * @throws BucketError
 */
export async function eraseArchived(app: Erasing, { projectId, whose, before, note }: Asked): Promise<void> {
  const { store, archive } = app;
  const isGone = isTheirs(whose, before);
  for (let key = ""; !app.closing.aborted;) {
    const from = key;
    const parts = await store.inProject(projectId, (scope) => partsAfterKey(scope, from), { readOnly: true });
    if (parts.length === 0) break;
    if (archive === undefined) throw new BucketError("There are archived executions, and ARCHIVE_URL is not set.");
    for (const part of parts) {
      const lines = await archive.read(part);
      const left = lines.filter((line) => !isGone(JSON.parse(line) as ExportedExecution));
      key = part.key;
      if (left.length === lines.length) continue;
      await replace(app, archive, part, left);
      await note(lines.length - left.length);
    }
  }
}
