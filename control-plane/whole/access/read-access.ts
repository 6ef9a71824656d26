import { environments } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { readBoundScopes, readServedTargets } from "../../releases/deployments/queries/bound-scopes.ts";
import { listServedEndpoints } from "../../serving/runtime-endpoints/queries.ts";
import { decideAccess, type DecidedAccess, type ServedPlace } from "./decide-access.ts";
import { listCallers, listPolicyFacts, type AccessFilter, type CallerRow, type Place } from "./queries.ts";

/** How many callers one statement reads, and how many one request looks at before it returns what it has found. */
const batchSize = 100;
const mostRead = 2_000;

export interface AccessWish extends AccessFilter {
  target?: string | undefined;
}

/** Where the next page begins: at a caller, or at a later row of the same policy. */
export interface NextPlace extends Place {
  /** The rows of this caller that were shown already; all of them if the page ended with it. */
  shown: number | "all";
}

/** The endpoints of a page, each read once. */
async function placesOf(scope: ProjectScope, app: App, wanted: readonly Place[], known: Map<string, ServedPlace>) {
  const keyOf = (place: Pick<Place, "endpointId" | "environment">) => `${place.endpointId} ${place.environment}`;
  const missing = [...new Set(wanted.filter((one) => !known.has(keyOf(one))).map(({ endpointId }) => endpointId))];
  if (missing.length === 0) return;
  const served = new Set((await listServedEndpoints(scope, missing)).map(keyOf));
  const publicOrigin = new URL(app.settings.publicUrl).origin;
  const wantedKeys = new Set(wanted.map(keyOf));
  for (const facts of await listPolicyFacts(scope, missing)) {
    const key = keyOf(facts);
    if (!wantedKeys.has(key)) continue;
    const isDeployed = served.has(key);
    const place = { projectId: scope.projectId, environment: facts.environment, endpointId: facts.endpointId };
    const targets = isDeployed ? await readServedTargets(scope, place) : [];
    const boundScopes = isDeployed ? await readBoundScopes(scope, place) : new Map<string, string>();
    known.set(key, { ...facts, publicOrigin, isDeployed, targets, boundScopes });
  }
}

const fits = ({ kind, q, target, isStale }: AccessWish, row: DecidedAccess): boolean => {
  const text = q?.trim().toLowerCase() ?? "";
  if (kind !== undefined && row.kind !== kind) return false;
  if (isStale && !row.stale) return false;
  if (target !== undefined && !row.callable.includes(target)) return false;
  // The statement has searched all others.
  const isSearched = row.kind === "issuer" || row.kind === "sender" || row.kind === "anybody";
  return text === "" || !isSearched || `${row.name} ${row.detail ?? ""}`.toLowerCase().includes(text);
};

/** Whether one of the caller's rows may call the wanted thing. It decides about that thing only, so it is fast. */
const mayFit = ({ target }: AccessWish, caller: CallerRow, place: ServedPlace): boolean => {
  if (target === undefined) return true;
  if (!place.targets.includes(target)) return false;
  return decideAccess(caller, { ...place, targets: [target] }).some(({ callable }) => callable.length > 0);
};

/**
 * Up to `limit` callers from a place on, and where the next page begins; null at the end. It looks at 2,000 callers at
 * most, so a rare tool may give a short page.
 */
export async function readAccess(
  scope: ProjectScope,
  app: App,
  wish: AccessWish,
  from: NextPlace | null,
  limit: number,
): Promise<{ rows: DecidedAccess[]; next: NextPlace | null }> {
  const known = new Map<string, ServedPlace>();
  const rows: DecidedAccess[] = [];
  let at = from;
  for (let read = 0; read < mostRead; read += batchSize) {
    const isIncluded = at !== null && at.shown !== "all";
    const callers = await listCallers(scope, wish, { after: at, isIncluded, limit: batchSize });
    await placesOf(scope, app, callers, known);
    for (const caller of callers) {
      const skipped = isIncluded && caller.id === at?.id && at.shown !== "all" ? at.shown : 0;
      const place = known.get(`${caller.endpointId} ${caller.environment}`);
      const decided = place === undefined || !mayFit(wish, caller, place) ? [] : decideAccess(caller, place);
      const { endpointId, environment, source, id } = caller;
      for (const [index, row] of decided.entries()) {
        if (index < skipped || !fits(wish, row)) continue;
        if (rows.length === limit) return { rows, next: { endpointId, environment, source, id, shown: index } };
        rows.push(row);
      }
      at = { endpointId, environment, source, id, shown: "all" };
    }
    if (callers.length < batchSize) return { rows, next: null };
  }
  return { rows, next: at };
}

/** A place as the parts of a cursor, and back; null for parts that no page ever had. */
export const partsOf = ({ endpointId, environment, source, id, shown }: NextPlace): string[] => [
  endpointId,
  environment,
  source,
  id,
  String(shown),
];

const sources = ["1-policy", "2-machine", "3-key", "4-person"] as const;

export function placeFrom([endpointId, environment, source, id, shown]: readonly string[]): NextPlace | null {
  const knownEnvironment = environments.find((one) => one === environment);
  const knownSource = sources.find((one) => one === source);
  if (endpointId === undefined || id === undefined || knownEnvironment === undefined || knownSource === undefined)
    return null;
  if (shown === undefined || !/^(all|\d{1,6})$/.test(shown)) return null;
  const count = shown === "all" ? shown : Number(shown);
  return { endpointId, environment: knownEnvironment, source: knownSource, id, shown: count };
}
