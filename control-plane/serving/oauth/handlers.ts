export { createAgentGrant } from "./agents/create-agent-grant.ts";
export { getAgentConsent } from "./agents/get-agent-consent.ts";
export { beginCallerSignIn } from "./callers/begin-caller-sign-in.ts";
export { completeCallerSignIn } from "./callers/complete-caller-sign-in.ts";
export { deleteCallerSession } from "./callers/delete-caller-session.ts";
export { createOauthClient } from "./clients/create-oauth-client.ts";
export { deleteOauthClient } from "./clients/delete-oauth-client.ts";
export { updateOauthClient } from "./clients/update-oauth-client.ts";
export { createCallerGrant } from "./consents/create-caller-grant.ts";
export { createOauthGrant } from "./consents/create-oauth-grant.ts";
export { deleteCallerGrant } from "./consents/delete-caller-grant.ts";
export { deleteEndpointOauthGrant } from "./consents/delete-endpoint-oauth-grant.ts";
export { deleteOauthGrant } from "./consents/delete-oauth-grant.ts";
export { enableEndpointOauthGrant } from "./consents/enable-endpoint-oauth-grant.ts";
export { listCallerIssuers, getCallerSession } from "./callers/reads.ts";
export { listOauthClients, getOauthClient } from "./clients/reads.ts";
export {
  listCallerGrants,
  listEndpointOauthGrants,
  listOauthGrants,
  getCallerConsent,
  getConsentRequest,
  getOauthConsent,
} from "./consents/reads.ts";
