import type { Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import type { CollectionRow } from "../../collections/queries.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** The fields of a collection that statements about its records need. */
export type UsableCollection = Pick<CollectionRow, "id" | "name" | "indexes" | "uniqueKeys" | "ttlSeconds"> & {
  /** The active version of the schema in this environment; null: Production has none yet. */
  activeVersion: number | null;
};

const usable = (
  projectId: string,
  environment: Environment,
) => sql`c.id, c.name, c.indexes, c.unique_keys, c.ttl_seconds,
  ${
    environment === "development"
      ? sql`c.newest_version`
      : sql`(select (a.collection_versions ->> c.id)::integer from project_targets t join artifacts a on a.digest = t.digest
          where t.project_id = ${projectId} and t.environment = 'production')`
  } as active_version`;

export async function readCollection(
  { tx, projectId }: ProjectScope,
  environment: Environment,
  id: string,
): Promise<UsableCollection | undefined> {
  const { rows } = await sql<UsableCollection>`select ${usable(projectId, environment)} from data_collections c
    where c.project_id = ${projectId} and c.id = ${id}`.execute(tx);
  return rows[0];
}

/** A collection, with the uses that grants allow a Function. */
export type GrantedCollection = UsableCollection & { mayRead: boolean; mayWrite: boolean };

/**
 * A collection by name, with the rights of a Function's call through an endpoint: the grants of the Function and those
 * of the endpoint. A run without an endpoint has the grants of the endpoints that the Function is bound to.
 */
export async function readGrantedCollection(
  { tx, projectId }: ProjectScope,
  environment: Environment,
  name: string,
  { functionId, endpointId }: { functionId: string; endpointId: string | null },
): Promise<GrantedCollection | undefined> {
  const { rows } = await sql<GrantedCollection>`
    select * from ferrule_granted_collection(${projectId}, ${environment}, ${name}, ${functionId}, ${endpointId})`.execute(
    tx,
  );
  return rows[0];
}

/** Locks a collection against changes until the transaction ends; others may still write its records. */
export async function holdCollection({ tx }: ProjectScope, id: string): Promise<void> {
  await sql`select ferrule_lock_records(${id}, false)`.execute(tx);
}
