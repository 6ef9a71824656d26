export { evaluateAuthPolicy } from "./evaluate-auth-policy.ts";
export { replaceAuthPolicy } from "./replace-auth-policy.ts";
export { resumeRuntimeEndpoint } from "./resume-runtime-endpoint.ts";
export { stopRuntimeEndpoint } from "./stop-runtime-endpoint.ts";
export { testTokenIssuer } from "./test-token-issuer.ts";
export { listAuthPolicies, listEndpointAuthPolicies } from "./reads.ts";
