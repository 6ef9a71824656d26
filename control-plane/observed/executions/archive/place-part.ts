import { identifier } from "@ferrule/kit/identifier.ts";
import type { App } from "../../../ground/app.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { Archive } from "../../../ground/ports/archive.ts";
import { Interrupted } from "./interrupted.ts";
import { writePart, type Gathered } from "./part.ts";
import { beginPart, forgetPart, giveUpPart, keepPart } from "./queries/parts.ts";

type Placing = Pick<App, "store">;

/** Deletes an object that no longer counts. @throws BucketError */
export async function removePart({ store }: Placing, { bucket, forget }: Archive, key: string): Promise<void> {
  forget(key);
  await bucket.remove(key);
  await store.inInstallation((scope) => forgetPart(scope, key));
}

/**
 * Deletes, within a minute, an object that we wrote but that does not count. If only the reply to the commit was lost,
 * the object does count, and stays.
 */
async function giveUp({ store }: Placing, { bucket }: Archive, projectId: string, key: string): Promise<void> {
  const state = await store.inProject(projectId, (scope) => giveUpPart(scope, key));
  // It was written so late that nobody else would delete it.
  if (state === undefined) await bucket.remove(key);
}

/** What an object has, of one Project and day. */
interface NewObject {
  projectId: string;
  /** `2026-11-21`, in UTC. */
  day: string;
  gathered: Gathered;
  /** Its lines are runs. */
  isOfRuns?: boolean;
}

/**
 * Writes an object under a key that nobody else uses, and reads it back. The object counts as soon as the transaction
 * of `commit` commits. The database knows the key before we write the object. If writing fails, we delete the object an
 * hour later, because the store may still carry out a request that got no reply.
 * @throws BucketError @throws Interrupted
 */
export async function placePart(
  { store }: Placing,
  archive: Archive,
  { projectId, day, gathered, isOfRuns = false }: NewObject,
  commit: (scope: ProjectScope) => Promise<void>,
): Promise<void> {
  const { body, part } = await writePart(gathered);
  const key = `${projectId}/${isOfRuns ? "runs/" : ""}${day}/${identifier("arc")}.ndjson.zst`;
  await store.inProject(projectId, (scope) => beginPart(scope, { ...part, key, projectId, day }));
  await archive.bucket.put(key, body);
  await archive.bucket.get(key, part);
  try {
    await store.inProject(projectId, async (scope) => {
      await commit(scope);
      if (!(await keepPart(scope, key))) throw new Interrupted("Writing an object took too long and was given up.");
    });
  } catch (error) {
    // If the database cannot be reached either, the cleanup deletes the object an hour later.
    await giveUp({ store }, archive, projectId, key).catch(() => undefined);
    throw error;
  }
}
