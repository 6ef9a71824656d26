import type { DocumentedCaller } from "@ferrule/contract/endpoint-openapi/documented-caller.ts";
import type { PolicyState } from "@ferrule/contract/internal/changes.ts";

function opensKeys(policy: PolicyState): boolean {
  if (policy.callerMode === "oauth") return policy.oauth.keys;
  if (policy.callerMode === "jwt") return policy.jwt.keys;
  return policy.callerMode !== "signature";
}

/** The part of a policy that a document shows, as far as workers know it. */
export const documentedPolicy = (policy: PolicyState): DocumentedCaller => ({
  mode: policy.callerMode,
  keys: opensKeys(policy),
  scopes: policy.callerMode === "oauth" ? policy.oauth.scopes.map((scope) => ({ ...scope, description: "" })) : [],
  issuer: policy.callerMode === "jwt" ? policy.jwt.issuer : null,
  signature: policy.callerMode === "signature" ? policy.signature : null,
});
