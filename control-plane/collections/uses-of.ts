import { environments, type Environment } from "@ferrule/contract/states.ts";
import { sql } from "kysely";
import { enterUpkeep } from "../records/record-scope.ts";
import type { ProjectScope } from "../store/scope.ts";
import type { CollectionRow } from "./records.ts";

/** What keeps a collection in one environment. */
export interface CollectionUse {
  environment: Environment;
  /** How many records there are, of all tenants; counted up to a thousand. */
  records: number;
  /** The names of the Functions that declare it in what is deployed there. */
  functions: string[];
}

const timeoutMs = 5_000;
const countedTo = 1_000;

/** The environments in which something keeps a collection that is locked. Ends what else the transaction may read of records. */
export async function usesOf(scope: ProjectScope, { id, name }: CollectionRow): Promise<CollectionUse[]> {
  const { tx, projectId } = scope;
  await enterUpkeep(scope, timeoutMs);
  const uses: CollectionUse[] = [];
  for (const environment of environments) {
    const { rows } = await sql<{ records: number; functions: string[] }>`
      select (select count(*) from (select 1 from records where project_id = ${projectId} and collection_id = ${id}
          and environment = ${environment} and (expires_at is null or expires_at > now()) limit ${countedTo}) as counted) as records,
        coalesce((select json_agg(distinct f ->> 'name' order by f ->> 'name')
          from project_targets t join artifacts a on a.digest = t.digest,
            jsonb_array_elements(a.manifest::jsonb -> 'functions') as f,
            jsonb_array_elements(f -> 'permissions' -> 'collections') as declared
          where t.project_id = ${projectId} and t.environment = ${environment} and declared ->> 'name' = ${name}), '[]') as functions
    `.execute(tx);
    const [use] = rows;
    if (use && (use.records > 0 || use.functions.length > 0)) uses.push({ environment, ...use });
  }
  return uses;
}
