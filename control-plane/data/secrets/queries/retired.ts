import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { secretMaskedForMs } from "@ferrule/contract/internal/secrets.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { AnyScope, InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { SealContext, Sealed } from "../../../ground/sealing/seal-context.ts";

/**
 * The limit for one name in one environment, so that constant rotation cannot make every reveal search for thousands.
 */
const mostOfName = 20;

/** Keeps a secret's sealed current value for masking. Must be called before it is replaced or deleted. */
export async function retireValue({ tx, projectId }: ProjectScope, secretId: string): Promise<void> {
  await sql`
    insert into retired_secret_values
      (secret_id, version, project_id, environment, name, key_id, wrapped_key, ciphertext, expires_at)
    select v.secret_id, v.version, v.project_id, s.environment, s.name, v.key_id, v.wrapped_key, v.ciphertext,
      now() + ${secretMaskedForMs} * interval '1 millisecond'
    from secret_versions v join secrets s on s.id = v.secret_id
    where v.project_id = ${projectId} and v.secret_id = ${secretId} and v.replaced_at is null
  `.execute(tx);
  await sql`
    delete from retired_secret_values r using (
      select secret_id, version, row_number() over (order by retired_at desc, version desc) as place
      from retired_secret_values
      where project_id = ${projectId}
        and (environment, name) = (select environment, name from secrets where project_id = ${projectId} and id = ${secretId})
    ) as kept
    where r.project_id = ${projectId} and kept.place > ${mostOfName}
      and r.secret_id = kept.secret_id and r.version = kept.version
  `.execute(tx);
}

export type RetiredValue = SealContext & Sealed & { expiresAt: Date };

/**
 * Former secret values of a Project that something may still contain, newest first; optionally of one place and name.
 */
export async function listRetired(
  { tx }: AnyScope,
  projectId: string,
  of?: { environment: Environment; name: string },
): Promise<RetiredValue[]> {
  let query = tx
    .selectFrom("retiredSecretValues")
    .select([
      "projectId",
      "environment",
      "secretId",
      "name",
      "version",
      "keyId",
      "wrappedKey",
      "ciphertext",
      "expiresAt",
    ])
    .where("projectId", "=", projectId)
    .where("expiresAt", ">", sharedDate());
  if (of) query = query.where("environment", "=", of.environment).where("name", "=", of.name);
  return query.orderBy("retiredAt", "desc").execute();
}

/** Removes the values that nothing stored can contain any more. */
export async function pruneRetired({ tx }: InstallationScope): Promise<void> {
  await sql`delete from retired_secret_values where expires_at < now()`.execute(tx);
}
