import type { App } from "../../app.ts";
import type { Archive } from "./archive.ts";
import type { WrittenPart } from "./part.ts";
import { beginPart, forgetPart, letUnkeptGo } from "./queries.ts";

/**
 * Writes an object and reads it back. Its key has its hash in it, so writing it again changes nothing, and the database knows of it
 * before it is there: if nothing comes of it, it is deleted. Answers the key. @throws BucketError
 */
export async function storePart(
  { store }: Pick<App, "store">,
  { bucket }: Archive,
  { projectId, day }: { projectId: string; day: string },
  { body, part }: WrittenPart,
): Promise<string> {
  const time = part.firstAt.toISOString().slice(11, 23).replaceAll(/[:.]/g, "");
  const key = `${projectId}/${day}/${time}-${part.sha256.slice(0, 16)}.ndjson.zst`;
  await store.inProject(projectId, (scope) => beginPart(scope, { ...part, key, projectId, day }));
  await bucket.put(key, body);
  await bucket.get(key, part);
  return key;
}

/** Deletes an object that nothing counts on. Another control plane may count on it meanwhile: then it stays. */
export async function discardPart(
  { store }: Pick<App, "store">,
  { bucket }: Archive,
  { projectId, key }: { projectId: string; key: string },
): Promise<void> {
  if (!(await store.inProject(projectId, (scope) => letUnkeptGo(scope, key)))) return;
  await bucket.remove(key);
  await store.inInstallation((scope) => forgetPart(scope, key));
}
