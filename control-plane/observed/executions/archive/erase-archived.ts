import type { App } from "../../../ground/app.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { callerKeysOf, type Identity, type Whose } from "../../../ground/store/whose.ts";
import { callerKeyOf } from "../filters/caller-key.ts";
import type { ExportedExecution } from "../queries/exported.ts";
import type { Archive } from "../../../ground/ports/archive.ts";
import { BucketError } from "./bucket.ts";
import { Interrupted } from "./interrupted.ts";
import { placePart, removePart } from "./place-part.ts";
import { partsAfter } from "./queries/find-parts.ts";
import { letPartGo, listGoneOf, type ArchivedPart } from "./queries/parts.ts";

type Erasing = Pick<App, "store" | "archive" | "closing">;

/** The executions that went with one object: how many, and the identities of their callers. */
export interface ErasedArchived {
  archived: number;
  identities: Identity[];
}

interface Asked {
  projectId: string;
  /** The owner of the data, with the identities that we know by now. */
  whose: () => Promise<Whose>;
  /** Only calls that began before this. */
  before: Date;
  /** `runs`: only objects of runs. */
  which: "all" | "runs";
  /** Called in the transaction that removes the executions. */
  note: (scope: ProjectScope, erased: ErasedArchived) => Promise<void>;
}

/** A line of an object: an execution, or a run, which began when it was created. */
type Line = ExportedExecution & { createdAt?: string };

const beganAt = ({ createdAt, startedAt }: Line) => createdAt ?? startedAt;

/** The same condition as `isTheirs` in the database. */
function isTheirs(whose: Whose, before: Date): (one: Line) => boolean {
  const keys = new Set(callerKeysOf(whose));
  const { subject, name } = whose;
  return (one) => {
    const { tenantId, caller } = one;
    if (Date.parse(beganAt(one)) > before.getTime()) return false;
    if (subject === "tenant") return tenantId === name;
    return [caller.id, caller.subject, caller.email].includes(name) || keys.has(callerKeyOf(caller) ?? "");
  };
}

/**
 * Puts one object in the place of another, and deletes the old one. @throws Interrupted when somebody else has replaced
 * that one
 */
async function replace(
  app: Erasing,
  archive: Archive,
  { key, projectId, day }: ArchivedPart,
  left: readonly string[],
  note: (scope: ProjectScope) => Promise<void>,
): Promise<void> {
  const commit = async (scope: ProjectScope) => {
    if (!(await letPartGo(scope, key))) throw new Interrupted("Another erasure has rewritten an object.");
    await note(scope);
  };
  const kept = left.map((line) => JSON.parse(line) as Line);
  const executions = kept.map((one) => ({ id: one.id, startedAt: beganAt(one) }));
  const placed = { projectId, day, gathered: { lines: left, executions }, isOfRuns: key.split("/")[1] === "runs" };
  if (left.length > 0) await placePart(app, archive, placed, commit);
  else await app.store.inProject(projectId, commit);
  await removePart(app, archive, key);
}

/** Erases the owner's executions from one object. */
async function erasePart(app: Erasing, archive: Archive, part: ArchivedPart, { whose, before, note }: Asked) {
  const isGone = isTheirs(await whose(), before);
  const lines = await archive.read(part);
  const [left, gone]: [string[], Line[]] = [[], []];
  for (const line of lines) {
    const one = JSON.parse(line) as Line;
    if (isGone(one)) gone.push(one);
    else left.push(line);
  }
  if (gone.length === 0) return;
  const identities = gone.flatMap(({ caller: { issuer, subject } }) =>
    issuer === undefined || subject === undefined ? [] : [{ issuer, subject }],
  );
  await replace(app, archive, part, left, (scope) => note(scope, { archived: gone.length, identities }));
}

/**
 * Goes through all objects, in the order in which they were begun. An object that replaces another one comes after it.
 */
async function eraseAll(app: Erasing, asked: Asked): Promise<void> {
  const { store, archive, closing } = app;
  for (let number = 0; !closing.aborted;) {
    const from = number;
    const find = (scope: ProjectScope) => partsAfter(scope, from, asked.which);
    const parts = await store.inProject(asked.projectId, find, { readOnly: true });
    if (parts.length === 0) return;
    if (archive === undefined) throw new BucketError("There are archived executions, and ARCHIVE_URL is not set.");
    for (const part of parts) {
      if (closing.aborted) return;
      await erasePart(app, archive, part, asked);
      number = part.number;
    }
  }
}

/** Deletes objects that no longer count, at once. An earlier run may have stopped before it did so. */
async function removeGone(app: Erasing, { projectId }: Asked): Promise<void> {
  const { store, archive, closing } = app;
  if (archive === undefined) return;
  for (let more = true; more && !closing.aborted;) {
    const keys = await store.inProject(projectId, listGoneOf, { readOnly: true });
    for (const key of keys) await removePart(app, archive, key);
    more = keys.length > 0;
  }
}

/**
 * Removes an owner's executions and runs from a Project's archive, by rewriting the objects that hold some. Call it when the
 * database has none of them any more, because then later objects have none either. When it learns a new identity of the
 * owner, it goes through the archive once more.
 * @throws BucketError @throws Interrupted when another erasure changed the same objects; then call it again
 */
export async function eraseArchived(app: Erasing, asked: Asked): Promise<void> {
  for (let known = -1; !app.closing.aborted;) {
    const { identities } = await asked.whose();
    if (identities.length === known) break;
    known = identities.length;
    await eraseAll(app, asked);
  }
  await removeGone(app, asked);
}
