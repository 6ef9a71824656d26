import { sharedDate } from "@ferrule/kit/shared-time.ts";
import { keptByName } from "../../../ground/store/kept-by-name.ts";
import { revise } from "../../../ground/store/rows/rows-of.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type Selectable } from "kysely";
import type { AnyScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { Sealed } from "../../../ground/sealing/seal-context.ts";
import type { SecretsTable } from "../../../ground/store/tables/secrets.ts";

const secrets = keptByName("secrets");
export const {
  find: findSecret,
  lock: lockSecret,
  hold: holdSecrets,
  names: listSecretNames,
  missing: missingSecrets,
  markUsed: markSecretUsed,
  remove: removeSecret,
} = secrets;

export type SecretRow = Selectable<SecretsTable>;
export type NewSecret = Pick<SecretRow, "environment" | "name" | "fingerprint"> & { id: string };

/** Fails with `secrets_name_taken` when its environment has a secret of this name. */
export const insertSecret: (scope: ProjectScope, given: NewSecret) => Promise<SecretRow> = secrets.insert;

export const newSecretId = (): string => identifier("sec");

export async function insertVersion(
  { tx, projectId }: ProjectScope,
  { id, version, fingerprint }: Pick<SecretRow, "id" | "version" | "fingerprint">,
  sealed: Sealed,
): Promise<void> {
  await tx
    .insertInto("secretVersions")
    .values({ secretId: id, version, projectId, fingerprint, ...sealed })
    .execute();
}

/** Removes the value of every version of a secret. The rows stay, with their times. */
export async function emptyVersions({ tx, projectId }: ProjectScope, secretId: string): Promise<void> {
  await tx
    .updateTable("secretVersions")
    .set({ keyId: null, wrappedKey: null, ciphertext: null, replacedAt: sharedDate() })
    .where("projectId", "=", projectId)
    .where("secretId", "=", secretId)
    .where("replacedAt", "is", null)
    .execute();
}

/** Up to `limit + 1` secrets, newest first. */
export const listSecretRows = secrets.pages({
  filters: ["environment", "name"],
  words: sql`name`,
  sorts: {
    name: { by: sql`name`, kind: "text" },
    rotatedAt: { by: sql`coalesce(rotated_at, to_timestamp(0))`, kind: "time" },
    lastUsedAt: { by: sql`coalesce(last_used_at, to_timestamp(0))`, kind: "time" },
  },
});

/** Moves a secret to its next version. Workers learn of it when the transaction commits. */
export const advanceSecret = (scope: ProjectScope, id: string, fingerprint: string): Promise<SecretRow> =>
  revise(scope, "secrets", id, { fingerprint, version: sql`version + 1`, rotatedAt: sharedDate() });

/** A secret by its name, with everything that opening it needs. */
export const findSealed = ({ tx }: AnyScope, projectId: string, environment: Environment, name: string) =>
  tx
    .selectFrom("secrets")
    .innerJoin("secretVersions", (join) =>
      join.onRef("secretVersions.secretId", "=", "secrets.id").onRef("secretVersions.version", "=", "secrets.version"),
    )
    .select(["secrets.id", "secrets.version", "lastUsedAt", "keyId", "wrappedKey", "ciphertext"])
    .where("secrets.projectId", "=", projectId)
    .where("environment", "=", environment)
    .where("name", "=", name)
    .executeTakeFirst();

/** Every secret of the Project, with everything that opening its current version needs. */
export async function listSealed({ tx, projectId }: ProjectScope) {
  const rows = await tx
    .selectFrom("secrets")
    .innerJoin("secretVersions", (join) =>
      join.onRef("secretVersions.secretId", "=", "secrets.id").onRef("secretVersions.version", "=", "secrets.version"),
    )
    .select(["secrets.id", "environment", "name", "secrets.version", "keyId", "wrappedKey", "ciphertext"])
    .where("secrets.projectId", "=", projectId)
    .execute();
  return rows.flatMap(({ keyId, wrappedKey, ciphertext, ...secret }) =>
    keyId === null || wrappedKey === null || ciphertext === null ? [] : [{ ...secret, keyId, wrappedKey, ciphertext }],
  );
}

export interface MissingName {
  name: string;
  functions: number;
  askedBy: { id: string; name: string }[];
}

/** The names that drafts declare and the environment lacks, at most 200, each with the Functions that declare it. */
export async function listMissingNames(
  { tx, projectId }: ProjectScope,
  environment: Environment,
): Promise<MissingName[]> {
  const { rows } = await sql<MissingName>`
    select asked.name, count(*) as functions,
      to_json((array_agg(json_build_object('id', f.id, 'name', f.name) order by f.name, f.id))[:10]) as asked_by
    from functions f, jsonb_array_elements_text(f.permissions -> 'secrets') as asked (name)
    where f.project_id = ${projectId} and not exists (
      select from secrets s
      where s.project_id = ${projectId} and s.environment = ${environment} and s.name = asked.name)
    group by asked.name order by asked.name limit 200`.execute(tx);
  return rows;
}
