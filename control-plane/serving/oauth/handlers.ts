import type { Handlers } from "../../ground/handler/handler.ts";
import { beginCallerSignIn } from "./callers/begin-caller-sign-in.ts";
import { completeCallerSignIn } from "./callers/complete-caller-sign-in.ts";
import { createCallerGrant } from "./consents/create-caller-grant.ts";
import { deleteCallerGrant } from "./consents/delete-caller-grant.ts";
import { deleteCallerSession } from "./callers/delete-caller-session.ts";
import { enableEndpointOauthGrant } from "./consents/enable-endpoint-oauth-grant.ts";
import { getCallerConsent } from "./consents/get-caller-consent.ts";
import { getConsentRequest } from "./consents/get-consent-request.ts";
import { listCallerIssuers } from "./callers/list-caller-issuers.ts";
import { getCallerSession } from "./callers/get-caller-session.ts";
import { listCallerGrants } from "./consents/list-caller-grants.ts";
import { createOauthClient } from "./clients/create-oauth-client.ts";
import { createOauthGrant } from "./consents/create-oauth-grant.ts";
import { deleteEndpointOauthGrant } from "./consents/delete-endpoint-oauth-grant.ts";
import { deleteOauthClient } from "./clients/delete-oauth-client.ts";
import { deleteOauthGrant } from "./consents/delete-oauth-grant.ts";
import { getOauthClient } from "./clients/get-oauth-client.ts";
import { getOauthConsent } from "./consents/get-oauth-consent.ts";
import { listEndpointOauthGrants } from "./consents/list-endpoint-oauth-grants.ts";
import { listOauthClients } from "./clients/list-oauth-clients.ts";
import { listOauthGrants } from "./consents/list-oauth-grants.ts";
import { updateOauthClient } from "./clients/update-oauth-client.ts";

export const oauthHandlers = {
  beginCallerSignIn,
  completeCallerSignIn,
  createCallerGrant,
  deleteCallerGrant,
  deleteCallerSession,
  getCallerConsent,
  getCallerSession,
  getConsentRequest,
  listCallerIssuers,
  listCallerGrants,
  createOauthClient,
  createOauthGrant,
  deleteEndpointOauthGrant,
  deleteOauthClient,
  deleteOauthGrant,
  enableEndpointOauthGrant,
  getOauthClient,
  getOauthConsent,
  listEndpointOauthGrants,
  listOauthClients,
  listOauthGrants,
  updateOauthClient,
} satisfies Partial<Handlers>;
