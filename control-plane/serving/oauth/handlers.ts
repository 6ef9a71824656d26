import type { Handlers } from "../../ground/handler/handler.ts";
import { beginCallerSignIn } from "./begin-caller-sign-in.ts";
import { completeCallerSignIn } from "./complete-caller-sign-in.ts";
import { createCallerGrant } from "./create-caller-grant.ts";
import { deleteCallerGrant } from "./delete-caller-grant.ts";
import { deleteCallerSession } from "./delete-caller-session.ts";
import { enableEndpointOauthGrant } from "./enable-endpoint-oauth-grant.ts";
import { getCallerConsent } from "./get-caller-consent.ts";
import { getConsentRequest } from "./get-consent-request.ts";
import { listCallerIssuers } from "./list-caller-issuers.ts";
import { getCallerSession } from "./get-caller-session.ts";
import { listCallerGrants } from "./list-caller-grants.ts";
import { createOauthClient } from "./create-oauth-client.ts";
import { createOauthGrant } from "./create-oauth-grant.ts";
import { deleteEndpointOauthGrant } from "./delete-endpoint-oauth-grant.ts";
import { deleteOauthClient } from "./delete-oauth-client.ts";
import { deleteOauthGrant } from "./delete-oauth-grant.ts";
import { getOauthClient } from "./get-oauth-client.ts";
import { getOauthConsent } from "./get-oauth-consent.ts";
import { listEndpointOauthGrants } from "./list-endpoint-oauth-grants.ts";
import { listOauthClients } from "./list-oauth-clients.ts";
import { listOauthGrants } from "./list-oauth-grants.ts";
import { updateOauthClient } from "./update-oauth-client.ts";

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
