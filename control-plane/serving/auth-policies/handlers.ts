export { evaluateAuthPolicy } from "./evaluate-auth-policy.ts";
export { listAuthPolicies } from "./list-auth-policies.ts";
export { listEndpointAuthPolicies } from "./list-endpoint-auth-policies.ts";
export { replaceAuthPolicy } from "./replace-auth-policy.ts";
export { testTokenIssuer } from "./test-token-issuer.ts";
