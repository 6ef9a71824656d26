import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { redirectUriProblem } from "@ferrule/contract/sign-in/redirect-uri-problem.ts";
import type { App } from "../../../ground/app.ts";
import { sourceKey } from "../../../people/passwords/source-key.ts";
import { auditOauth, type Origin } from "../protocol/audit-oauth.ts";
import { OauthError } from "../protocol/oauth-error.ts";
import { countDynamicClients, insertDynamicClient } from "../queries/clients.ts";
import { isAnyManagementServerOn } from "../../../people/management-server/queries.ts";
import { mayRegister } from "../queries/targets.ts";
import type { Input } from "../protocol/read-input.ts";

const mostPerHour = 30;
const offered = new Set(["authorization_code", "refresh_token"]);

/** Control characters and direction marks could make one name look like another. */
const plainName = (name: string) =>
  name
    .replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, " ")
    .trim()
    .slice(0, 120);

/**
 * Registers a client for which nobody vouches (RFC 7591), if the policy of any endpoint accepts such clients, or
 * agents may work on a Project. It becomes a public client, whatever way to authenticate it requested. It can sign
 * people in only where that is allowed.
 * @throws OauthError
 */
export async function registerClient(app: App, asked: Input<"register">, origin: Origin) {
  const { redirect_uris: redirectUris, grant_types: grantTypes = ["authorization_code"] } = asked;
  const problem = redirectUris.map(redirectUriProblem).find((one) => one !== null);
  if (problem !== undefined) throw new OauthError("invalid_redirect_uri", `A redirect URI ${problem}.`);
  if (grantTypes.some((one) => !offered.has(one)) || (asked.response_types ?? ["code"]).some((one) => one !== "code")) {
    throw new OauthError(
      "invalid_client_metadata",
      "Only authorization_code and refresh_token, with the response type code, are supported.",
    );
  }
  const name = plainName(asked.client_name ?? "") || "A client without a name";
  const source = sourceKey(app.settings, origin.ip);
  const client = await app.store.inInstallation(async (scope) => {
    if (!(await mayRegister(scope, { held: true })) && !(await isAnyManagementServerOn(scope, { held: true })))
      throw new OauthError("access_denied", "Clients cannot register themselves here.", 403);
    const registered = await countDynamicClients(scope, source, new Date(sharedNow() - 3_600_000));
    if (registered >= mostPerHour) {
      throw new OauthError(
        "temporarily_unavailable",
        "Too many clients were registered from here. Try again later.",
        429,
      );
    }
    const made = await insertDynamicClient(scope, { name, redirectUris: [...new Set(redirectUris)], source });
    await auditOauth(scope, origin, {
      action: "oauth-client.create",
      target: { kind: "oauth-client", id: made.id, name, projectId: null },
      user: null,
      changes: { before: null, after: { name, redirectUris } },
    });
    return made;
  });
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(client.createdAt.getTime() / 1_000),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    token_endpoint_auth_method: "none",
    grant_types: [...offered],
    response_types: ["code"],
  };
}
