import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { ApiKey, AuthPolicy, RuntimeEndpoint } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { addressList } from "@ferrule/kit/network/address-list.ts";
import type { Environment } from "@ferrule/contract/states.ts";

/** All facts that decide about a call, in the form in which workers hold them. */
export interface CallFacts {
  environment: Environment;
  publicOrigin: string;
  isDeployed: boolean;
  status: RuntimeEndpoint["status"];
  /** Somebody has stopped the endpoint in this environment. */
  isStopped?: boolean;
  policy: Pick<AuthPolicy, "caller" | "allowedOrigins"> & Partial<Pick<AuthPolicy, "allowedAddresses">>;
  key: ApiKey | null;
  origin: string | undefined;
  address?: string | undefined;
  /** A tool name or a route, and whether the environment serves it. */
  target: { name: string; isServed: boolean } | null;
}

export interface Decision {
  allowed: boolean;
  /**
   * The rule that decided: `deployment`, `address`, `origin`, `credential`, `status`, `scope`, `target`; or the one
   * that admitted the caller.
   */
  rule: string;
  reason: string;
  caller: Caller;
  tenantId: string | null;
}

const anonymous: Caller = { kind: "anonymous", id: null, name: null };

/** Why a key does not open this environment; null when it does. */
function keyProblem(key: ApiKey, environment: Environment): string | null {
  if (key.environment !== environment) return `The key is for ${key.environment} and does not open ${environment}.`;
  return key.status === "active" ? null : `The key is ${key.status}.`;
}

function addressAllowed({ address, policy: { allowedAddresses = [] } }: Omit<CallFacts, "key" | "target">): boolean {
  return address === undefined || allowedAddresses.length === 0 || addressList(allowedAddresses)(address);
}

function originAllowed({ origin, publicOrigin, policy }: Omit<CallFacts, "key" | "target">): boolean {
  if (origin === undefined || origin === publicOrigin || policy.allowedOrigins.includes(origin)) return true;
  return policy.allowedOrigins.includes("*") && origin !== "null";
}

const opensKeys = ({ mode, oauth, jwt }: AuthPolicy["caller"]): boolean =>
  mode !== "signature" && ((oauth ?? jwt)?.keys ?? true);

function askedFor(caller: AuthPolicy["caller"]): string {
  const { mode, jwt } = caller;
  if (mode === "signature") return "The policy requires a webhook's signature, which you cannot try here.";
  if (mode !== "oauth" && mode !== "jwt") return "The policy requires an API key.";
  const wanted = jwt === undefined ? "a sign-in" : `a token of ${jwt.issuer}`;
  return opensKeys(caller) ? `The policy requires ${wanted} or an API key.` : `The policy requires ${wanted}.`;
}

/** The caller; null when the credential does not open the endpoint. */
function authenticate({ key, policy, environment }: CallFacts): Pick<Decision, "caller" | "tenantId" | "rule"> | null {
  const { mode } = policy.caller;
  if (key && opensKeys(policy.caller) && keyProblem(key, environment) === null) {
    const caller: Caller = { kind: "api-key", id: key.id, name: key.name };
    return { caller, tenantId: key.tenantId ?? "default", rule: "api-key" };
  }
  return mode === "none" ? { caller: anonymous, tenantId: "default", rule: "none" } : null;
}

/**
 * The first obstacle to a call by any caller; null when there is none. An unknown caller does not learn that the
 * endpoint is disabled.
 */
export function problemBefore(
  facts: Omit<CallFacts, "key" | "target">,
  isKnown: boolean,
): { allowed: false; rule: string; reason: string } | null {
  const because = (rule: string, reason: string) => ({ allowed: false, rule, reason }) as const;
  if (!facts.isDeployed) return because("deployment", `This endpoint is not deployed in ${facts.environment}.`);
  if (!addressAllowed(facts)) return because("address", "The policy does not allow calls from this address.");
  if (!originAllowed(facts)) return because("origin", "The policy does not allow pages of this origin.");
  if (!isKnown) return null;
  if (facts.isStopped === true) return because("status", `The endpoint is stopped in ${facts.environment}.`);
  return facts.status === "disabled" ? because("status", "The endpoint is disabled.") : null;
}

/** Decides in the same order as a worker, but without rates and bodies. */
export function decideCall(facts: CallFacts): Decision {
  const { environment, key, target } = facts;
  const refused = (rule: string, reason: string, who?: Pick<Decision, "caller" | "tenantId">): Decision => ({
    allowed: false,
    rule,
    reason,
    caller: who?.caller ?? anonymous,
    tenantId: who?.tenantId ?? null,
  });
  const who = authenticate(facts);
  const before = problemBefore(facts, who !== null);
  if (before !== null)
    return refused(before.rule, before.reason, before.rule === "status" && who !== null ? who : undefined);
  if (!who) {
    return refused("credential", (key && keyProblem(key, environment)) ?? askedFor(facts.policy.caller));
  }
  const scopes = who.caller.kind === "api-key" ? (key?.scopes ?? null) : null;
  if (target && scopes && !scopes.includes(target.name)) {
    return refused("scope", "The key's scopes do not name this tool or route.", who);
  }
  if (target && !target.isServed) return refused("target", `No such tool or route is served in ${environment}.`, who);
  const reason =
    who.rule === "none" ? "The policy admits callers without a credential." : "The key opens the endpoint.";
  return { allowed: true, rule: who.rule, reason, caller: who.caller, tenantId: who.tenantId };
}
