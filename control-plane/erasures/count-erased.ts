import { mostCounted, type ErasedSubject } from "@ferrule/contract/resources/erasure.ts";
import { countKeys } from "../api-keys/queries.ts";
import type { App } from "../app.ts";
import { countCrons } from "../crons/queries/erase-crons.ts";
import { countTheirDeliveries } from "../deliveries/queries/erase-deliveries.ts";
import { countTheirCalls } from "../executions/queries/erase-traces.ts";
import { countConsents, identitiesOfCaller } from "../oauth/queries/erase-callers.ts";
import { countRecordsOf } from "../records/queries/erase-records.ts";
import type { ProjectScope } from "../store/scope.ts";
import { whoseOf } from "./whose-of.ts";

/** How much of each kind an erasure would reach. Calls are counted by their entries in lists. */
export async function countErased(
  { cache }: Pick<App, "cache">,
  scope: ProjectScope,
  { subject, value }: ErasedSubject,
): Promise<Record<string, number>> {
  const asked = whoseOf({ subject, identities: [] }, value);
  const identities = subject === "tenant" ? [] : await identitiesOfCaller(scope, asked);
  const whose = whoseOf({ subject, identities }, value);
  const both = {
    executions: await countTheirCalls(scope, whose, mostCounted),
    deliveries: await countTheirDeliveries(scope, whose, mostCounted),
  };
  if (subject === "caller")
    return { apiKeys: await countKeys(scope, { id: value }), ...(await countConsents(scope, whose)), ...both };
  return {
    apiKeys: await countKeys(scope, { tenantId: value }),
    crons: await countCrons(scope, value),
    ...both,
    cacheEntries: await cache.count(scope.projectId, value, mostCounted),
    records: await countRecordsOf(scope, value, mostCounted),
  };
}
