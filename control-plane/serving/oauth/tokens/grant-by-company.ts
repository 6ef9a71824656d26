import type { App } from "../../../ground/app.ts";
import { holdProvider } from "../../../people/identity/queries/providers.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { auditedGrant, auditOauth, type Origin } from "../protocol/audit-oauth.ts";
import type { CallerFacts } from "../queries/caller-sessions.ts";
import { findClient, requireAdmitted, type OauthClientFacts } from "../clients/find-client.ts";
import { findTarget, isResource, requireTarget, takesIssuer, type Target } from "../clients/find-target.ts";
import { readIdentityAssertion, type IdentityAssertion } from "./identity-assertion.ts";
import { holdVouchedFor } from "../consents/hold-giver.ts";
import { issueTokens } from "./issue-tokens.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { holdAnyClient, touchClient } from "../queries/clients.ts";
import { holdCompanyGrant, isBlocked, lockGrantOfCompany, renewCompanyGrant } from "../queries/company-grants.ts";
import { insertGrant, type ShownGrant } from "../queries/grants.ts";
import { takeAssertion } from "../queries/tokens.ts";
import { requireAssertion } from "./read-assertion.ts";
import type { Input } from "../protocol/read-input.ts";
import { isAdmitted } from "../callers/require-caller.ts";
import { scopesOf, sharedScopes } from "../clients/scopes.ts";
import type { TokenOutcome, TokenRequest } from "./token-request.ts";

const invalid = (description: string) => new OauthError("invalid_grant", description);

/**
 * Checks the client against its registration, and the assertion against the client: the assertion is valid only for the
 * client to which the provider gave it.
 */
async function requireClient(
  request: TokenRequest,
  client: OauthClientFacts,
  target: Target,
  { clientId }: IdentityAssertion,
) {
  if (client.kind === "dynamic") {
    throw new OauthError("unauthorized_client", "A client that registered itself cannot hand in identity assertions.");
  }
  const row = client.kind === "registered" ? await holdAnyClient(request.scope, client.id) : undefined;
  if (client.kind === "registered" && row === undefined)
    throw new OauthError("invalid_client", "There is no such client.");
  if (row?.authMethod === "private_key_jwt") await requireAssertion(request, row);
  requireAdmitted(client, target);
  if (clientId !== client.id) throw invalid("The assertion was given to another client.");
}

/**
 * The person for whom the provider vouches. It holds the provider, and refuses anybody who is disabled here, even if
 * the provider vouches for them.
 */
async function requirePerson(
  scope: InstallationScope,
  { providerId, person }: IdentityAssertion,
): Promise<Omit<CallerFacts, "id">> {
  const provider = await holdProvider(scope, providerId);
  if (provider?.status !== "active" || !provider.identityAssertions) {
    throw invalid("No identity provider of this issuer may give consent here.");
  }
  const email = person.emailVerified ? person.email : null;
  if (!isAdmitted(provider, email)) throw invalid("Callers of this provider need a verified address at its domains.");
  await holdVouchedFor(scope, provider, { subject: person.subject, email });
  return { providerId: provider.id, issuer: provider.issuer, subject: person.subject, email, name: person.name };
}

/** The consent that the company gave, or gives now. @throws OauthError when somebody here has ended it */
async function grantOf(
  { scope, origin }: TokenRequest,
  { id: clientId, name: clientName }: OauthClientFacts,
  { projectId, endpointId, environment, resource }: Target,
  caller: Omit<CallerFacts, "id">,
  scopes: string[],
): Promise<ShownGrant> {
  const of = { clientId, resource, caller };
  await holdCompanyGrant(scope, of);
  const known = await lockGrantOfCompany(scope, of);
  // Checked after the lock, which may have waited for somebody who ends it.
  if (await isBlocked(scope, of)) throw invalid("The consent was ended here. An administrator can allow it again.");
  if (known !== undefined) return renewCompanyGrant(scope, known, { email: caller.email, scopes });
  const place = { projectId, endpointId, environment, resource };
  const made = { ...place, userId: null, clientId, clientName, scopes, caller, byCompany: true };
  const grant = { ...(await insertGrant(scope, made)), email: caller.email };
  const changes = { scopes, by: "identity assertion", caller: { issuer: caller.issuer, subject: caller.subject } };
  await auditOauth(scope, origin, { action: "oauth-grant.create", ...auditedGrant(grant), changes });
  return grant;
}

/**
 * Gives a client an access token in the name of a person for whom the company's provider vouches; it does not ask the
 * person (MCP enterprise-managed authorization; draft-ietf-oauth-identity-assertion-authz-grant, section 4.4). There is
 * no refresh token: the client brings another assertion, so the provider decides again every ten minutes.
 * @throws OauthError
 */
export async function grantByCompany(app: App, asked: Input<"token">, origin: Origin): Promise<TokenOutcome> {
  if (asked.assertion === undefined) throw new OauthError("invalid_request", "The assertion is missing.");
  const { client_id: clientId } = asked;
  if (clientId === undefined) throw new OauthError("invalid_request", "The client_id is missing.");
  // Requests to other servers come before the transaction.
  const assertion = await readIdentityAssertion(app, asked.assertion);
  const { publicUrl } = app.settings;
  const found = await app.store.inInstallation((scope) => findTarget(scope, publicUrl, assertion.resource), {
    readOnly: true,
  });
  const client = await findClient(app, clientId, requireTarget(found), origin.ip);
  return app.store.inInstallation(async (scope) => {
    const request = { app, scope, asked, origin };
    const target = requireTarget(await findTarget(scope, publicUrl, assertion.resource, { held: true }));
    await requireClient(request, client, target, assertion);
    if (asked.resource !== undefined && !isResource(asked.resource, target.resource, publicUrl)) {
      throw new OauthError("invalid_target", "The assertion is for another resource.");
    }
    const caller = await requirePerson(scope, assertion);
    if (!takesIssuer(target, caller.issuer)) {
      throw invalid("The policy of the endpoint does not name this identity provider.");
    }
    const scopes = sharedScopes(asked.scope, assertion.scope, scopesOf(target));
    if (!(await takeAssertion(scope, assertion.sha256, assertion.expiresAt))) {
      throw invalid("The assertion was used before.");
    }
    const grant = await grantOf(request, client, target, caller, scopes);
    if (client.kind === "registered") await touchClient(scope, client.id);
    const changes = { by: "identity assertion", scopes };
    await auditOauth(scope, origin, { action: "oauth-token.create", ...auditedGrant(grant), changes });
    return issueTokens(app, scope, grant, scopes);
  });
}
