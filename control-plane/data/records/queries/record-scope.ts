// Why: docs/decisions/records-in-one-table.md
import type { Environment } from "@ferrule/contract/states.ts";
import { sql, type Transaction } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { Tables } from "../../../ground/store/tables.ts";

declare const entered: unique symbol;

/** The collection, environment and tenant of records. */
export interface RecordPlace {
  collectionId: string;
  environment: Environment;
  tenantId: string;
}

/**
 * Inside a transaction, access to the records of one collection in one environment of one tenant. Its statements run as
 * a database role without tables of its own, so row-level security hides all other records. Statements name the place
 * all the same, so that they use the index.
 */
export interface RecordScope extends Readonly<RecordPlace> {
  readonly [entered]: "records";
  tx: Transaction<Tables>;
  projectId: string;
}

/** We cancel statements about records that take longer: they lack an index. */
const statementTimeoutMs = 5_000;

/**
 * Runs statements about the records of one place, in a database role that can read no other table. If `run` throws, the
 * caller must end the transaction. With `last`, the caller ends it in any case, which saves the statement that leaves
 * the role. We do not await entering and leaving: if one failed, every later statement and the commit would fail too.
 */
export async function inRecords<T>(
  { tx, projectId, roles }: ProjectScope,
  { collectionId, environment, tenantId }: RecordPlace,
  run: (scope: RecordScope) => Promise<T>,
  { last = false }: { last?: boolean } = {},
): Promise<T> {
  const entered = sql`select set_config('ferrule.collection_id', ${collectionId}, true),
    set_config('ferrule.environment', ${environment}, true), set_config('ferrule.tenant_id', ${tenantId}, true),
    set_config('ferrule.records', '', true), set_config('statement_timeout', ${String(statementTimeoutMs)}, true),
    ${roles.records === null ? sql`null` : sql`set_config('role', ${roles.records}, true)`}`.execute(tx);
  const records = { tx, projectId, collectionId, environment, tenantId } as RecordScope;
  const [result] = await Promise.all([run(records), entered]);
  if (!last) {
    const left = sql`select set_config('role', ${roles.owner}, true), set_config('ferrule.collection_id', '', true)`;
    left.execute(tx).catch(() => undefined);
  }
  return result;
}

/** Lets the owner's statements in this transaction see every record of the Project, for checks and mappings. */
export async function enterUpkeep({ tx }: ProjectScope, statementTimeoutMs: number): Promise<void> {
  await sql`select set_config('ferrule.records', 'upkeep', true),
    set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`.execute(tx);
}
