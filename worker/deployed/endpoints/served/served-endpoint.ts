import { hash } from "node:crypto";
import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { EndpointState, KeyState, PolicyState } from "@ferrule/contract/internal/changes.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { CompiledEndpoint } from "../activation/compile-artifact.ts";
import type { CompiledFunction } from "../functions/compile-function.ts";
import { compileApprovals, type ApprovalRules } from "./approval-rules.ts";
import { keyedGrant, type KeyedGrant } from "./grant-key.ts";
import { firstScopesOf } from "./first-scopes-of.ts";
import { serveLimits, type ServedLimits } from "../../limits/served-limits.ts";

/** A key, with the fields that calls need. Times are epoch milliseconds, with `Infinity` for never. */
export interface ServedKey {
  caller: Caller;
  tenantId: string;
  /** Tool names or routes. Null: all. */
  scopes: ReadonlySet<string> | null;
  opensUntil: number;
}

/** An artifact's endpoint, no deployment, or a deployment that has not reached this replica yet. */
export type Deployed =
  | { kind: "compiled"; deploymentId: string; endpoint: CompiledEndpoint }
  | { kind: "nothing" }
  | { kind: "loading" };

/** The preview of an endpoint. */
export interface ServedPreview {
  id: string;
  name: string;
  /** Whether callers sign in to this endpoint in Development. In a preview, they send a key instead. */
  replacesSignIn: boolean;
}

/**
 * One endpoint in one environment at one moment. A change makes a new object; a call keeps the one with which it began.
 */
export interface ServedEndpoint {
  id: string;
  projectId: string;
  environment: Environment;
  /** The preview that it belongs to, which runs in Development; null for an endpoint of an environment. */
  preview: ServedPreview | null;
  kind: "mcp" | "http";
  /** Why it takes no calls: somebody has stopped it in this environment, or disabled it; null: it takes them. */
  closed: "ENDPOINT_STOPPED" | "ENDPOINT_DISABLED" | null;
  maxBodyBytes: number;
  policy: PolicyState;
  /** By SHA-256 (hex) of the key's value, including values from before a rotation. */
  keys: ReadonlyMap<string, ServedKey>;
  allowedOrigins: ReadonlySet<string>;
  /** The scope that the policy requires, for tools and routes that need one. */
  scopeOf: ReadonlyMap<string, string>;
  /** The scopes that a client without a valid token learns to request. Empty if only another issuer knows them. */
  firstScopes: readonly string[];
  deployed: Deployed;
  /** The limits for its callers: allowed addresses, and rates. */
  limits: ServedLimits;
  grantOf: (called: CompiledFunction) => KeyedGrant;
  /** The calls that wait for a person. */
  approvals: ApprovalRules;
}

const untilOf = (time: string | null) => (time === null ? Number.POSITIVE_INFINITY : Date.parse(time));

/** The keys of an endpoint in one environment. */
export function servedKeys(states: Iterable<KeyState>, environment: Environment): Map<string, ServedKey> {
  const keys = new Map<string, ServedKey>();
  for (const state of states) {
    if (state.environment !== environment) continue;
    const caller: Caller = { kind: "api-key", id: state.id, name: state.name };
    const scopes = state.scopes === null ? null : new Set(state.scopes);
    const key = { caller, tenantId: state.tenantId ?? "default", scopes, opensUntil: untilOf(state.expiresAt) };
    if (state.previous !== null) {
      const opensUntil = Math.min(key.opensUntil, untilOf(state.previous.until));
      keys.set(state.previous.sha256, { ...key, opensUntil });
    }
    keys.set(state.sha256, key);
  }
  return keys;
}

/** The key with this value, if it is valid for the endpoint now. Looking up a hash reveals nothing about the values. */
export function findKey(endpoint: ServedEndpoint, value: string, now: number): ServedKey | undefined {
  const key = endpoint.keys.get(hash("sha256", value, "hex"));
  return key !== undefined && now < key.opensUntil ? key : undefined;
}

/** The parts of an endpoint that are live without a deployment. */
export interface LiveEndpoint extends Pick<EndpointState, "id" | "projectId" | "endpointKind" | "status" | "limits"> {
  environment: Environment;
  preview: ServedPreview | null;
  policy: PolicyState;
  keys: ReadonlyMap<string, ServedKey>;
}

/** Combines the feed's state and the artifact's entry of one endpoint in one environment. */
export function serveEndpoint(state: LiveEndpoint, deployed: Deployed): ServedEndpoint {
  const { environment, preview, policy, keys } = state;
  const scopes = policy.callerMode === "oauth" ? policy.oauth.scopes : [];
  const grants = new Map<CompiledFunction, KeyedGrant>();
  return {
    id: state.id,
    projectId: state.projectId,
    environment,
    preview,
    kind: state.endpointKind,
    closed: policy.stopped === true ? "ENDPOINT_STOPPED" : state.status === "disabled" ? "ENDPOINT_DISABLED" : null,
    maxBodyBytes: state.limits.maxBodyBytes,
    policy,
    keys,
    allowedOrigins: new Set(policy.allowedOrigins),
    scopeOf: new Map(scopes.flatMap(({ name, targets }) => targets.map((target) => [target, name]))),
    firstScopes: firstScopesOf(policy, deployed.kind === "compiled" ? deployed.endpoint.artifact : null),
    deployed,
    limits: serveLimits(state, environment),
    approvals: compileApprovals(policy.approvals),
    grantOf(called) {
      let grant = grants.get(called);
      if (grant === undefined) {
        grant = keyedGrant(called.artifact.permissions, policy.permissions);
        grants.set(called, grant);
      }
      return grant;
    },
  };
}
