import { sql } from "kysely";
import type { TestControlPlane } from "@ferrule/control-plane/testing/test-control-plane.ts";
import type { World } from "./world.ts";

/** Columns whose names sound like a secret's but that hold none. */
const openColumns = new Set([
  "audit_events.hash",
  "audit_chain.hash",
  "users.must_change_password",
  "idempotency_keys.key",
  "cache_entries.key",
  "cache_entries.value",
  "secret_versions.secret_id",
  "secret_versions.key_id",
  "retired_secret_values.secret_id",
  "retired_secret_values.key_id",
  "secrets.fingerprint",
  "secret_versions.fingerprint",
  // Names that callers and Functions choose.
  "runs.key",
  "runs.key_id",
  "runs.concurrency_key",
  "run_keys.key",
  "run_steps.key",
  "approvals.step_key",
  // Copies of a record's own data, in the form that an index sorts.
  ...Array.from({ length: 8 }, (_, at) => `records.key_${at + 1}`),
]);

interface Column {
  table: string;
  column: string;
}

/** Every column of the database that holds a secret; a new one joins them by its name. */
async function secretColumns({ app }: TestControlPlane): Promise<Column[]> {
  const { rows } = await app.store.inInstallation(({ tx }) =>
    sql<Column>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'text'
        and column_name ~ 'hash|sha256|salt|password|secret|token|key|cipher|value|fingerprint'
      order by 1, 2
    `.execute(tx),
  );
  return rows.filter(({ table, column }) => !openColumns.has(`${table}.${column}`));
}

let columns: Promise<Column[]> | undefined;

/** Every secret in the database now, as text. */
export async function secretsOf(controlPlane: TestControlPlane): Promise<string[]> {
  const known = await (columns ??= secretColumns(controlPlane));
  const statement = known
    .map(({ table, column }) => `select "${column}"::text as secret from "${table}" where "${column}" is not null`)
    .join(" union ");
  const { rows } = await controlPlane.app.store.inInstallation(({ tx }) =>
    sql.raw<{ secret: string }>(statement).execute(tx),
  );
  const { sessionSecret, internalApiTokens, workerApiTokens, encryptionKeys } = controlPlane.settings;
  return [
    ...rows.map(({ secret }) => secret),
    sessionSecret,
    ...internalApiTokens,
    ...workerApiTokens,
    ...encryptionKeys,
  ];
}

/** The columns that count as secret, for a test that none of the known ones is missing. */
export const secretColumnNames = async (world: World): Promise<string[]> =>
  (await secretColumns(world.controlPlane)).map(({ table, column }) => `${table}.${column}`);
