import { isLoopback } from "@ferrule/contract/sign-in/redirect-uri-problem.ts";
import type { App } from "../../../ground/app.ts";
import type { Origin } from "../protocol/audit-oauth.ts";
import { isRedirectOf } from "../clients/check-redirect.ts";
import { findClient, requireAdmitted, type OauthClientFacts } from "../clients/find-client.ts";
import { findSought, type Sought } from "../clients/find-sought.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import type { Input } from "../protocol/read-input.ts";
import { redirectUrl } from "../protocol/redirect-url.ts";
import { signTicket } from "./request-ticket.ts";
import { readScopes } from "../clients/scopes.ts";
import { noTarget } from "../clients/find-target.ts";

type Asked = Input<"authorize">;

/** RFC 7636, section 4.2: a SHA-256 in base64url. */
const challengeForm = /^[A-Za-z0-9_-]{43}$/;

/** The checks after we know that the answer may go to the client. @throws OauthError */
function checkRequest(asked: Asked, client: OauthClientFacts, sought: Sought | null) {
  if (asked.response_type !== "code") {
    throw new OauthError("unsupported_response_type", "The response_type must be code.");
  }
  if (asked.code_challenge === undefined)
    throw new OauthError("invalid_request", "The code_challenge is missing (PKCE).");
  if (asked.code_challenge_method !== "S256") {
    throw new OauthError("invalid_request", "The code_challenge_method must be S256.");
  }
  if (!challengeForm.test(asked.code_challenge))
    throw new OauthError("invalid_request", "The code_challenge is malformed.");
  if (sought === null) throw noTarget();
  requireAdmitted(client, sought);
  return { sought, codeChallenge: asked.code_challenge, scopes: readScopes(asked.scope, sought.scopes, sought.usual) };
}

/**
 * Whether an error may send the browser on before the person has done anything (RFC 9700, section 4.11.2). If that were
 * always allowed, a link to this server could lead to any address of a stranger's choice. For a registered client it is
 * allowed, because somebody here vouches for the client. A client that registered itself gets the error only on the
 * person's own machine, and a client that we know by its document never does.
 */
const mayRedirect = ({ kind }: OauthClientFacts, redirectUri: string): boolean =>
  kind === "registered" || (kind === "dynamic" && isLoopback(new URL(redirectUri)));

/**
 * Returns the address for the browser: the consent page, or the client's with an error. `ip` is the address of the
 * request's sender.
 * @throws OauthError as long as we do not know whether the answer may go to the client
 */
export async function authorize(app: App, asked: Asked, { ip }: Pick<Origin, "ip">): Promise<string> {
  const { publicUrl, sessionSecret } = app.settings;
  if (asked.client_id === undefined) throw new OauthError("invalid_request", "The client_id is missing.");
  const found = await app.store.inInstallation((scope) => findSought(scope, publicUrl, asked.resource), {
    readOnly: true,
  });
  const client = await findClient(app, asked.client_id, found, ip);
  if (client.authMethod !== "none") throw new OauthError("unauthorized_client", "This client does not sign people in.");
  const redirectUri = asked.redirect_uri;
  if (redirectUri === undefined) throw new OauthError("invalid_request", "The redirect_uri is missing.");
  if (!isRedirectOf(client.redirectUris, redirectUri)) {
    throw new OauthError("invalid_request", "The redirect_uri is not one that the client registered.");
  }
  const state = asked.state ?? null;
  try {
    const { sought, codeChallenge, scopes } = checkRequest(asked, client, found);
    const { id, kind, name, host, place } = client;
    const request = await signTicket(sessionSecret, {
      client: { id, kind, name, host, place },
      redirectUri,
      state,
      scopes,
      resource: sought.resource,
      endpointId: sought.endpointId,
      codeChallenge,
    });
    const page = sought.endpointId === null ? "/consent/agent" : "/consent";
    return `${publicUrl}${page}?${new URLSearchParams({ request }).toString()}`;
  } catch (error) {
    if (!(error instanceof OauthError) || !mayRedirect(client, redirectUri)) throw error;
    return redirectUrl(redirectUri, publicUrl, state, { error: error.code, error_description: error.message });
  }
}
