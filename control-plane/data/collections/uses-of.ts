import { declarationsOf, deployedUsersOf } from "../declarations/queries.ts";
import { countRecords } from "../records/queries/records.ts";
import { environments, type Environment } from "@ferrule/contract/states.ts";
import { enterUpkeep } from "../records/queries/record-scope.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { CollectionRow } from "./queries.ts";

/** What still uses a collection in one environment. */
export interface CollectionUse {
  environment: Environment;
  /** The number of records over all tenants; counting stops at a thousand. */
  records: number;
  /** The names of the deployed Functions that declare it there. */
  functions: string[];
}

const timeoutMs = 5_000;
const countedTo = 1_000;

/**
 * The environments in which something still uses a locked collection. Afterwards the transaction is still in
 * `enterUpkeep`.
 */
export async function usesOf(scope: ProjectScope, { id, name }: CollectionRow): Promise<CollectionUse[]> {
  const declarations = await declarationsOf(scope, "collections", [name]);
  await enterUpkeep(scope, timeoutMs);
  const uses: CollectionUse[] = [];
  for (const environment of environments) {
    const records = await countRecords(scope, id, environment, countedTo);
    const functions = deployedUsersOf(declarations, { name, environment });
    if (records > 0 || functions.length > 0) uses.push({ environment, records, functions });
  }
  return uses;
}
