import type { OpenStore } from "../../../ground/store/connections/open-store.ts";
import { rewrapSigningKeys } from "../../../serving/oauth/tokens/signing-keys.ts";
import type { KeyRing } from "../../../ground/sealing/key-ring.ts";
import { rewrapKey } from "../../../ground/sealing/unwrap-key.ts";
import { SealError } from "../../../ground/sealing/seal-error.ts";
import { dropKeysInUse, holdKeysInUse, putKeysInUse } from "../../../data/secrets/queries/encryption-keys.ts";
import {
  lockVersionsUnderOtherKeys,
  putWrappedKey,
  sealedTables,
  type SealedTable,
  type VersionPosition,
} from "./queries.ts";

export interface Rekeyed {
  /** Data keys that were rewrapped under the first key. */
  rewrapped: number;
  /** How many data keys it left unchanged, for each reason. */
  failed: Map<string, number>;
}

const perTransaction = 100;

/**
 * Goes on without lost keys. Everything that they seal stays as it is, and nobody can open it. Control planes stop
 * waiting for these keys.
 */
export async function giveUpKeys(
  store: Pick<OpenStore, "inInstallation">,
  ring: KeyRing,
  lost: readonly string[],
): Promise<void> {
  await store.inInstallation(async (scope) => {
    await holdKeysInUse(scope);
    await dropKeysInUse(scope, lost);
    await putKeysInUse(scope, [ring.first.id]);
  });
}

/**
 * Rewraps the data key of every sealed value under the ring's first key, a hundred per transaction; values are neither
 * opened nor changed. If it is interrupted, finished work stays done. It may run beside control planes that use the
 * same keys.
 */
export async function rekey(store: Pick<OpenStore, "inInstallation">, ring: KeyRing): Promise<Rekeyed> {
  const result: Rekeyed = { rewrapped: 0, failed: new Map() };
  const rewrapAfter = (table: SealedTable, after: VersionPosition | null) =>
    store.inInstallation(async (scope) => {
      const rows = await lockVersionsUnderOtherKeys(scope, table, ring.first.id, after, perTransaction);
      const batch: Rekeyed = { rewrapped: 0, failed: new Map() };
      for (const row of rows) {
        try {
          await putWrappedKey(scope, table, row, rewrapKey(ring, row, row));
          batch.rewrapped += 1;
        } catch (error) {
          if (!(error instanceof SealError)) throw error;
          batch.failed.set(error.message, (batch.failed.get(error.message) ?? 0) + 1);
        }
      }
      return { batch, last: rows.at(-1) ?? null };
    });
  for (const table of sealedTables) {
    let after: VersionPosition | null = null;
    do {
      const { batch, last }: Awaited<ReturnType<typeof rewrapAfter>> = await rewrapAfter(table, after);
      result.rewrapped += batch.rewrapped;
      for (const [why, count] of batch.failed) result.failed.set(why, (result.failed.get(why) ?? 0) + count);
      after = last;
    } while (after !== null);
  }
  const signing = await store.inInstallation((scope) => rewrapSigningKeys(scope, ring));
  result.rewrapped += signing.rewrapped;
  for (const why of signing.failed) result.failed.set(why, (result.failed.get(why) ?? 0) + 1);
  return result;
}
