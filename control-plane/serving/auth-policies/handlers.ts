export { evaluateAuthPolicy } from "./evaluate-auth-policy.ts";
export { replaceAuthPolicy } from "./replace-auth-policy.ts";
export { resumeRuntimeEndpoint, stopRuntimeEndpoint } from "./stop-endpoint.ts";
export { testTokenIssuer } from "./test-token-issuer.ts";
export { listAuthPolicies, listEndpointAuthPolicies } from "./reads.ts";
