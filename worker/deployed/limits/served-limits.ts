import { hash } from "node:crypto";
import { addressList } from "@ferrule/kit/network/address-list.ts";
import type { EndpointState, PolicyState } from "@ferrule/contract/internal/changes.ts";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { PolicyLimits, Quota, QuotaSubject } from "@ferrule/contract/resources/policy-limits.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { networkOf } from "./network-of.ts";
import type { Limit } from "./limit.ts";

/** The caller, as limits see them. */
export interface Counted {
  caller: Caller;
  tenantId: string;
}

/** The limits for callers of one endpoint in one environment, prepared once for each policy. */
export interface ServedLimits {
  /** Whether calls from an address are accepted; null: from all addresses. */
  allows: ((address: string | undefined) => boolean) | null;
  /** The endpoint's own limit alone. */
  own: readonly Limit[];
  /** The limits for a request from a caller at an address, the endpoint's own limit first. */
  of: (who: Counted, address: string | undefined) => readonly Limit[];
}

/** The subject of a quota or rate: its id, and its name for people. */
interface Subject {
  id: string;
  name: string;
}

const longestName = 300;

/** The name in a form that the database can hold, because a token may contain anything. */
const named = (name: string): string => name.replaceAll("\0", "").slice(0, longestName).toWellFormed();

/** A caller without a key. Issuer and subject name one person or machine; JSON keeps the two apart. */
function callerSubject({ kind, id, name, issuer, subject, email }: Caller, address: string | undefined): Subject {
  if (kind === "jwt") {
    const told = JSON.stringify([issuer, subject]);
    return { id: hash("sha256", told, "hex"), name: named(email ?? name ?? subject ?? id ?? "") };
  }
  if (kind === "anonymous") return { id: `address ${networkOf(address)}`, name: networkOf(address) };
  return { id: kind, name: name ?? kind };
}

/** The subject of this caller for each kind of limit; undefined when that kind does not count the caller. */
function subjectsOf(
  { caller, tenantId }: Counted,
  address: string | undefined,
): Partial<Record<QuotaSubject, Subject>> {
  const tenant = { id: tenantId, name: tenantId };
  if (caller.kind === "api-key") return { tenant, key: { id: caller.id ?? "", name: named(caller.name ?? "") } };
  return { tenant, caller: callerSubject(caller, address) };
}

/** Whether a limit counts by caller. */
const countsCallers = ({ keyRequestsPerMinute, callerRequestsPerMinute, quotas }: PolicyLimits): boolean =>
  keyRequestsPerMinute !== null || callerRequestsPerMinute !== null || quotas.length > 0;

type Limited = Pick<EndpointState, "id" | "projectId" | "limits"> & { policy: PolicyState };

export function serveLimits(
  { id: endpointId, projectId, limits, policy: inForce }: Limited,
  environment: Environment,
): ServedLimits {
  const { allowedAddresses = [], limits: policy } = inForce;
  const place = `${endpointId} ${environment}`;
  const limitOf = (id: string, name: string, limit: number): Limit => {
    return { key: `${projectId} ${id}`, id, projectId, name, limit };
  };
  const ofEndpoint = [limitOf(place, "endpoint", limits.requestsPerMinute)];
  const allows = allowedAddresses.length === 0 ? null : addressList(allowedAddresses);
  if (policy === undefined || !countsCallers(policy)) return { allows, own: ofEndpoint, of: () => ofEndpoint };

  const rateOf = (name: "key" | "caller", subject: Subject | undefined, limit: number | null): Limit[] =>
    limit === null || subject === undefined ? [] : [limitOf(`${place} ${name} ${subject.id}`, name, limit)];
  const quotaOf = ({ by, period, requests }: Quota, subject: Subject | undefined): Limit[] => {
    if (subject === undefined) return [];
    const quota = { endpointId, environment, by, period, subject: subject.id, name: subject.name };
    return [{ ...limitOf(`${place} ${by} ${period} ${subject.id}`, `${by}-${period}`, requests), quota }];
  };
  function limitsOf(who: Counted, address: string | undefined): readonly Limit[] {
    const subjects = subjectsOf(who, address);
    return [
      ...ofEndpoint,
      ...rateOf("key", subjects.key, policy!.keyRequestsPerMinute),
      ...rateOf("caller", subjects.caller, policy!.callerRequestsPerMinute),
      ...policy!.quotas.flatMap((quota) => quotaOf(quota, subjects[quota.by])),
    ];
  }
  // A key, or a known token, is one object in all its calls.
  const prepared = new WeakMap<Caller, readonly Limit[]>();
  return {
    allows,
    own: ofEndpoint,
    of(who, address) {
      if (who.caller.kind === "anonymous") return limitsOf(who, address);
      let known = prepared.get(who.caller);
      if (known === undefined) prepared.set(who.caller, (known = limitsOf(who, address)));
      return known;
    },
  };
}
