import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { SealContext, Sealed } from "../../../ground/sealing/seal-context.ts";

export interface VersionPosition {
  secretId: string;
  version: number;
}

type WrappedVersion = SealContext & Pick<Sealed, "keyId" | "wrappedKey">;

/** The tables with sealed values: current ones, and replaced or deleted ones that serve only for masking. */
export const sealedTables = [
  "secretVersions",
  "retiredSecretValues",
  "connections",
  "identityProviders",
  "idempotentCalls",
  "exports",
  "alertChannels",
  "runs",
] as const;
export type SealedTable = (typeof sealedTables)[number];

const sources = {
  secretVersions: sql`(select v.secret_id, v.version, v.project_id, s.environment, s.name, v.key_id, v.wrapped_key
    from secret_versions v join secrets s on s.id = v.secret_id`,
  retiredSecretValues: sql`(select v.secret_id, v.version, v.project_id, v.environment, v.name, v.key_id, v.wrapped_key
    from retired_secret_values v`,
  connections: sql`(select v.secret_id, v.version, v.project_id, v.environment, v.name, v.key_id, v.wrapped_key
    from (select c.*, c.id as secret_id from connections c) v`,
  // Sealed like this by `control-plane/people/identity/provider/provider-seal.ts`.
  identityProviders: sql`(select v.secret_id, v.version, v.project_id, v.environment, v.name, v.key_id, v.wrapped_key
    from (select p.id as secret_id, p.version, 'installation' as project_id, 'production' as environment,
      'identity-provider' as name, p.key_id, p.wrapped_key from identity_providers p) v`,
  // Sealed like this by `control-plane/observed/exports/export-seal.ts`.
  exports: sql`(select v.secret_id, v.version, v.project_id, v.environment, v.name, v.key_id, v.wrapped_key
    from (select e.id as secret_id, e.version, 'installation' as project_id, 'production' as environment,
      'export' as name, e.key_id, e.wrapped_key from exports e) v`,
  // Sealed like this by `control-plane/whole/alerts/sending/target-seal.ts`.
  alertChannels: sql`(select v.secret_id, v.version, v.project_id, v.environment, v.name, v.key_id, v.wrapped_key
    from (select c.id, c.version, c.project_id, c.key_id, c.wrapped_key, c.id as secret_id, 'production' as environment,
      'alert-channel' as name from alert_channels c) v`,
  // Sealed like this by `control-plane/serving/runs/seals/seal-run.ts`.
  runs: sql`(select v.secret_id, v.version, v.project_id, v.environment, v.name, v.key_id, v.wrapped_key
    from (select r.id, r.version, r.project_id, r.environment, r.key_id, r.wrapped_key, r.id as secret_id,
      case when r.mode = 'delivery' then 'delivery' else 'run' end as name
      from runs r) v`,
  // Sealed like this by `control-plane/serving/idempotency/sealed-answer.ts`.
  idempotentCalls: sql`(select v.secret_id, v.version, v.project_id, v.environment, v.name, v.key_id, v.wrapped_key
    from (select c.place as secret_id, 1 as version, c.project_id, 'production' as environment, c.holder as name, c.key_id,
      c.wrapped_key from idempotent_calls c) v`,
};

/** Values whose data key is wrapped under another key, ordered by secret and version, after a position; locked. */
export async function lockVersionsUnderOtherKeys(
  { tx }: InstallationScope,
  table: SealedTable,
  keyId: string,
  after: VersionPosition | null,
  limit: number,
): Promise<WrappedVersion[]> {
  const { rows } = await sql<WrappedVersion & { environment: Environment }>`
    ${sources[table]}
    where v.key_id is not null and v.key_id <> ${keyId}
      and (v.secret_id, v.version) > (${after?.secretId ?? ""}, ${after?.version ?? 0}::integer)
    order by v.secret_id, v.version
    limit ${limit}
    for update of v)
  `.execute(tx);
  return rows;
}

export async function putWrappedKey(
  { tx }: InstallationScope,
  table: SealedTable,
  { secretId, version }: VersionPosition,
  wrapped: Pick<Sealed, "keyId" | "wrappedKey">,
): Promise<void> {
  if (table === "idempotentCalls") {
    await tx.updateTable(table).set(wrapped).where("place", "=", secretId).execute();
    return;
  }
  if (table !== "secretVersions" && table !== "retiredSecretValues") {
    await tx.updateTable(table).set(wrapped).where("id", "=", secretId).where("version", "=", version).execute();
    return;
  }
  await tx.updateTable(table).set(wrapped).where("secretId", "=", secretId).where("version", "=", version).execute();
}
