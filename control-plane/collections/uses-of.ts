import { listDeclaringCollection } from "../deployments/queries/deployed.ts";
import { countRecords } from "../records/queries/records.ts";
import { environments, type Environment } from "@ferrule/contract/states.ts";
import { enterUpkeep } from "../records/queries/record-scope.ts";
import type { ProjectScope } from "../store/scope.ts";
import type { CollectionRow } from "./queries.ts";

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
  await enterUpkeep(scope, timeoutMs);
  const uses: CollectionUse[] = [];
  for (const environment of environments) {
    const records = await countRecords(scope, id, environment, countedTo);
    const functions = await listDeclaringCollection(scope, environment, name);
    if (records > 0 || functions.length > 0) uses.push({ environment, records, functions });
  }
  return uses;
}
