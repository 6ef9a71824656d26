import type { ArtifactEndpoint } from "@ferrule/contract/internal/artifact.ts";
import type { PolicyState } from "@ferrule/contract/internal/changes.ts";
import { basicScope } from "@ferrule/contract/resources/runtime-endpoint.ts";

/**
 * The scopes in the first challenge (RFC 6750, section 3), which the control plane knows at the sign-in. Official
 * clients up to 1.32 request exactly those: when they learn of another scope later, they only renew the old ones. Empty
 * when only another issuer knows its scopes.
 */
export function firstScopesOf(policy: PolicyState, served: ArtifactEndpoint | null): string[] {
  if (policy.callerMode !== "oauth") return [];
  const { scopes, rules, ask } = policy.oauth;
  if (ask === "when-needed") return [basicScope];
  const bound = [...(served?.tools ?? []), ...(served?.routes ?? [])].filter(({ enabled }) => enabled);
  const all = [
    ...scopes.map(({ name }) => name),
    ...rules.map(({ when }) => when.scope),
    ...bound.map((one) => one.scope),
  ];
  return [...new Set([basicScope, ...all.filter((name) => name !== undefined)])];
}
