import type { Access } from "@ferrule/contract/resources/access.ts";
import type { CallerRule } from "@ferrule/contract/resources/caller-rules.ts";
import type { ApiKey, AuthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { decideCall } from "../../serving/auth-policies/decide-call.ts";
import { decideTokenCall } from "../../serving/auth-policies/decide-token-call.ts";
import { scopesOf } from "../../serving/oauth/clients/scopes.ts";
import { claimsOfGiver } from "../../serving/oauth/consents/claims-of-giver.ts";
import type { CallerRow, PolicyFacts } from "./queries.ts";

/** An endpoint in one environment, with what it serves there. */
export interface ServedPlace extends PolicyFacts {
  publicOrigin: string;
  isDeployed: boolean;
  targets: readonly string[];
  boundScopes: ReadonlyMap<string, string>;
}

/** A caller with the names of all that it may call. */
export interface DecidedAccess extends Omit<Access, "callable"> {
  callable: readonly string[];
  of: number;
}

type Who = Pick<Access, "kind" | "name" | "detail" | "tenantId">;

const nobody = { createdAt: null, createdBy: null, lastUsedAt: null, expiresAt: null, stale: false } as const;

function rowOf(
  place: ServedPlace,
  id: string,
  who: Who,
  decided: { callable: readonly string[]; reason: string | null },
): DecidedAccess {
  const { endpointId, name, slug, kind, environment, targets } = place;
  const nothing = targets.length === 0 ? "Nothing is served there." : "It may call nothing of what is served.";
  const reason = decided.callable.length > 0 ? null : (decided.reason ?? nothing);
  return {
    ...nobody,
    id,
    ...who,
    endpoint: { id: endpointId, name, slug, kind },
    environment,
    callable: decided.callable,
    of: targets.length,
    reason,
  };
}

/** The facts of `decideCall` that are equal for every caller. Addresses and origins are not part of a review. */
const factsOf = ({ environment, publicOrigin, isDeployed, status, caller, isStopped }: ServedPlace) => ({
  environment,
  publicOrigin,
  isDeployed,
  status,
  isStopped,
  policy: { caller, allowedOrigins: [] },
  origin: undefined,
});

/** What a key opens, or nobody's: `null` is a caller without a credential. */
function withKey(place: ServedPlace, key: ApiKey | null): { callable: string[]; reason: string | null } {
  const facts = { ...factsOf(place), key };
  const opens = decideCall({ ...facts, target: null });
  if (!opens.allowed) return { callable: [], reason: opens.reason };
  const callable = place.targets.filter((name) => decideCall({ ...facts, target: { name, isServed: true } }).allowed);
  return { callable, reason: null };
}

/** What a token with these claims opens. */
function withClaims(
  place: ServedPlace,
  claims: Readonly<Record<string, unknown>>,
): { callable: string[]; reason: string | null } {
  const closed = decideCall({ ...factsOf(place), key: null, target: null });
  if (!closed.allowed && closed.rule !== "credential") return { callable: [], reason: closed.reason };
  if (place.status === "disabled") return { callable: [], reason: "The endpoint is disabled." };
  const { caller, targets: served, boundScopes } = place;
  const { allowed, reason, callable } = decideTokenCall({ caller, claims, served, boundScopes, target: null });
  return { callable, reason: allowed ? null : reason };
}

/** A rule's conditions in words: `with the scope orders:write, in the group support`. */
function conditionOf({ when: { scope, group, claim } }: CallerRule): string {
  const said = [
    ...(scope === undefined ? [] : [`with the scope ${scope}`]),
    ...(group === undefined ? [] : [`in the group ${group}`]),
    ...(claim === undefined ? [] : [`whose ${claim.name} is ${String(claim.value)}`]),
  ];
  return said.length === 0 ? "every token" : said.join(", ");
}

/** The claims of a token that meets a rule; without one, of any token that the policy takes. */
function claimsFor({ mode, jwt, oauth }: AuthPolicy["caller"], bound: Iterable<string>, rule?: CallerRule) {
  const { scope, group, claim } = rule?.when ?? {};
  const own = oauth === undefined ? [] : scopesOf({ policy: oauth, boundScopes: new Map() });
  const scopes = new Set([...bound, ...own.filter((one) => rule === undefined || one === "call")]);
  if (oauth !== undefined) for (const { name } of oauth.scopes) scopes.add(name);
  if (scope !== undefined) scopes.add(scope);
  return {
    ...(mode === "jwt" && jwt !== undefined ? { iss: jwt.issuer } : {}),
    ...Object.fromEntries((jwt?.requiredClaims ?? []).map(({ name, value }) => [name, value ?? true])),
    ...(claim === undefined ? {} : { [claim.name]: claim.value }),
    ...(group === undefined ? {} : { [jwt?.groupsClaim ?? "groups"]: [group] }),
    scope: [...scopes].join(" "),
  };
}

/** Whom a policy admits by itself: anybody, a webhook's sender, or whoever has a token that meets one of its rules. */
function ofPolicy(place: ServedPlace, id: string): DecidedAccess[] {
  const { mode, signature, jwt, oauth } = place.caller;
  const plain = { detail: null, tenantId: null } as const;
  if (mode === "none") return [rowOf(place, id, { ...plain, kind: "anybody", name: "Anybody" }, withKey(place, null))];
  if (mode === "signature") {
    const closed = decideCall({ ...factsOf(place), key: null, target: null });
    const isOpen = closed.rule === "credential" && place.status === "active";
    const decided = { callable: isOpen ? place.targets : [], reason: isOpen ? null : closed.reason };
    return [rowOf(place, id, { ...plain, kind: "sender", name: signature?.sender ?? "Webhook" }, decided)];
  }
  const tokens = jwt ?? oauth;
  if (tokens === undefined) return [];
  const name = jwt?.issuer ?? ["people with an account here", ...(oauth?.issuers ?? [])].join(", ");
  const bound = place.boundScopes.values().toArray();
  if (tokens.rules.length === 0) {
    const who = { ...plain, kind: "issuer" as const, name };
    return [rowOf(place, id, who, withClaims(place, claimsFor(place.caller, bound)))];
  }
  return tokens.rules.map((rule) => {
    const tenantId = typeof rule.tenant === "string" ? rule.tenant : null;
    const who = { kind: "issuer" as const, name, detail: conditionOf(rule), tenantId };
    return rowOf(place, id, who, withClaims(place, claimsFor(place.caller, bound, rule)));
  });
}

const keyOf = (row: CallerRow): ApiKey => ({
  id: row.id,
  endpointId: row.endpointId,
  environment: row.environment,
  name: row.name,
  prefix: row.detail ?? "",
  tenantId: row.tenantId,
  scopes: row.scopes,
  createdAt: (row.createdAt ?? new Date(0)).toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  status: row.expiresAt !== null && row.expiresAt.getTime() <= sharedNow() ? "expired" : "active",
});

/** What a stored caller may call, by the code that explains a policy: one row, or those of a policy. */
export function decideAccess(row: CallerRow, place: ServedPlace): DecidedAccess[] {
  if (row.source === "1-policy") return ofPolicy(place, row.id);
  const { name, detail, tenantId } = row;
  const dated = {
    createdAt: row.createdAt?.toISOString() ?? null,
    createdBy: row.createdBy,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    stale: row.isStale,
  };
  if (row.source === "3-key") {
    const who = { kind: "key" as const, name, detail, tenantId };
    return [{ ...rowOf(place, row.id, who, withKey(place, keyOf(row))), ...dated }];
  }
  const isMachine = row.source === "2-machine";
  const { oauth } = place.caller;
  const asked = isMachine && oauth !== undefined ? scopesOf({ policy: oauth, boundScopes: place.boundScopes }) : [];
  const claims = isMachine
    ? { sub: row.id, client_id: row.id, scope: asked.join(" ") }
    : { ...claimsOfGiver(row), scope: (row.scopes ?? []).join(" ") };
  const who = { kind: isMachine ? ("machine" as const) : ("person" as const), name, detail, tenantId };
  // The consents and clients of a policy without sign-in stay stored, and open nothing.
  const decided =
    oauth === undefined ? { callable: [], reason: "The policy does not accept sign-ins." } : withClaims(place, claims);
  return [{ ...rowOf(place, row.id, who, decided), ...dated }];
}
