import { stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Whether a process of numeric user `uid`, without groups and capabilities, can search every folder from `/` to the
 * existing folder `folder`. Group rights do not count: the server runs with a group of its own.
 */
export async function reachableBy(uid: number, folder: string): Promise<boolean> {
  const { mode, uid: owner } = await stat(folder);
  if ((mode & (owner === uid ? 0o100 : 0o001)) === 0) return false;
  const parent = dirname(folder);
  return parent === folder || reachableBy(uid, parent);
}
