import type { Log } from "@ferrule/kit/log.ts";
import type { Store } from "../../ground/store/store.ts";
import {
  dropKeysInUse,
  holdKeysInUse,
  listKeysInUse,
  listKeysOfSealed,
  putKeysInUse,
} from "./queries/encryption-keys.ts";
import type { KeyRing } from "../../ground/sealing/key-ring.ts";

interface Plan {
  add: readonly string[];
  drop: readonly string[];
}

/**
 * Decides which keys to take into use and which to give up when a control plane starts with this ring. `known` holds
 * the keys in use, oldest first.
 */
function planKeys(ring: KeyRing, known: readonly string[], sealed: readonly string[]): Plan {
  const isLacking = (id: string) => ring.find(id) === undefined;
  const since = known.indexOf(ring.first.id);
  const isReplaced = (id: string, at: number) => isLacking(id) && !sealed.includes(id) && (since === -1 || at < since);
  const drop = known.filter(isReplaced);
  const isComplete = known.every((id) => drop.includes(id) || !isLacking(id));
  return isComplete ? { add: [ring.first.id], drop } : { add: [], drop: [] };
}

/**
 * Takes the first of ENCRYPTION_KEYS into use when a control plane starts, and gives up older keys that no longer seal
 * anything. If this control plane lacks one of the keys in use, it changes nothing, and `watch-keys.ts` reports the
 * problem.
 */
export async function adoptKeys(store: Pick<Store, "inInstallation">, ring: KeyRing, log: Log): Promise<void> {
  await store.inInstallation(async (scope) => {
    await holdKeysInUse(scope);
    const known = await listKeysInUse(scope);
    if (known.includes(ring.first.id) && known.every((id) => ring.find(id) !== undefined)) return;
    const { add, drop } = planKeys(ring, known, await listKeysOfSealed(scope));
    await dropKeysInUse(scope, drop);
    await putKeysInUse(scope, add);
    if (add.length + drop.length > 0) log.info({ add, drop }, "the encryption keys in use have changed");
  });
}
