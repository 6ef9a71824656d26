import { mostCounted, type ErasedSubject } from "@ferrule/contract/resources/erasure.ts";
import { countKeys } from "../../serving/api-keys/queries.ts";
import { countCrons } from "../../serving/crons/queries/erase-crons.ts";
import { countTheirDeliveries } from "../../serving/runs/queries/erase-deliveries.ts";
import { countTheirCalls } from "../../observed/executions/queries/erase-traces.ts";
import { countTheirRuns } from "../../serving/runs/queries/erase-runs.ts";
import { countConsents } from "../../serving/oauth/queries/erase-callers.ts";
import { countRecordsOf } from "../../data/records/queries/erase-records.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { findWhose } from "./find-whose.ts";

type Counts = Record<string, number>;

/** How much of each kind an erasure would reach in the database. It counts calls by their entries in lists. */
async function countInDatabase(scope: ProjectScope, asked: ErasedSubject): Promise<Counts> {
  const { subject, name } = asked;
  const whose = await findWhose(scope, asked);
  const both = {
    executions: await countTheirCalls(scope, whose, mostCounted),
    deliveries: await countTheirDeliveries(scope, whose, mostCounted),
    runs: await countTheirRuns(scope, whose, mostCounted),
  };
  if (subject === "caller")
    return { apiKeys: await countKeys(scope, { id: name }), ...(await countConsents(scope, whose)), ...both };
  return {
    apiKeys: await countKeys(scope, { tenantId: name }),
    crons: await countCrons(scope, name),
    ...both,
    records: await countRecordsOf(scope, name, mostCounted),
  };
}

/** Reads in a transaction of a Project. */
type Read = (run: (scope: ProjectScope) => Promise<Counts>) => Promise<Counts>;
/** Counts a tenant's cache entries; counting stops at `most`. */
type CountCached = (tenantId: string, most: number) => Promise<number>;

/** How much of each kind an erasure would reach. */
export async function countErased(read: Read, countCached: CountCached, asked: ErasedSubject): Promise<Counts> {
  const counts = await read((scope) => countInDatabase(scope, asked));
  // The cache opens a transaction of its own, so we ask it when no other is open.
  return asked.subject === "caller" ? counts : { ...counts, cacheEntries: await countCached(asked.name, mostCounted) };
}
