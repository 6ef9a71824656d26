import type { Handlers } from "../../ground/handler/handler.ts";
import { evaluateAuthPolicy } from "./evaluate-auth-policy.ts";
import { listAuthPolicies } from "./list-auth-policies.ts";
import { listEndpointAuthPolicies } from "./list-endpoint-auth-policies.ts";
import { replaceAuthPolicy } from "./replace-auth-policy.ts";
import { testTokenIssuer } from "./test-token-issuer.ts";

export const authPolicyHandlers = {
  listAuthPolicies,
  listEndpointAuthPolicies,
  replaceAuthPolicy,
  evaluateAuthPolicy,
  testTokenIssuer,
} satisfies Partial<Handlers>;
