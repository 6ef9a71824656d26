import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** The ids of the keys that this installation seals under. */
export async function listKeysInUse({ tx }: InstallationScope): Promise<string[]> {
  const rows = await tx.selectFrom("encryptionKeys").select("keyId").orderBy("adoptedAt").orderBy("keyId").execute();
  return rows.map(({ keyId }) => keyId);
}

/** Lets only one process at a time decide which keys are in use, until the transaction ends. */
export async function holdKeysInUse({ tx }: InstallationScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('ferrule.encryption-keys', 0))`.execute(tx);
}

export async function putKeysInUse({ tx }: InstallationScope, keyIds: readonly string[]): Promise<void> {
  await sql`insert into encryption_keys (key_id) select unnest(${keyIds}::text[]) on conflict do nothing`.execute(tx);
}

export async function dropKeysInUse({ tx }: InstallationScope, keyIds: readonly string[]): Promise<void> {
  await sql`delete from encryption_keys where key_id = any(${keyIds}::text[])`.execute(tx);
}

const sealedIn = [
  ...(["secret_versions", "retired_secret_values", "connections", "identity_providers", "runs"] as const),
  ...(["idempotent_calls", "exports", "oauth_signing_keys"] as const),
];

/** The ids of the keys that still seal something. It reads every sealed row. */
export async function listKeysOfSealed({ tx }: InstallationScope): Promise<string[]> {
  const each = sealedIn.map((table) => sql`select key_id from ${sql.table(table)} where key_id is not null`);
  const { rows } = await sql<{ keyId: string }>`${sql.join(each, sql` union `)}`.execute(tx);
  return rows.map(({ keyId }) => keyId).toSorted();
}
