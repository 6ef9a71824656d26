import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { FastifyRequest } from "fastify";
import type { App } from "../../ground/app.ts";
import { clientAddress } from "../../ground/handler/client-address.ts";
import { holdDirectory } from "../directory/queries/people.ts";
import { findProvider, holdProvider } from "../identity/queries/providers.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { holdPeople } from "../users/queries.ts";
import type { ScimClient } from "./client.ts";
import { findScimTokenByHash, touchScimToken } from "./queries/tokens.ts";
import { hashScimToken } from "./scim-token.ts";
import { ScimError } from "./scim-error.ts";

const bearer = /^Bearer +(fer_scim_[A-Za-z0-9_-]{43}) *$/i;

type Known = Pick<ScimClient, "token" | "provider">;

/** @throws ScimError 401, or 403 when the provider is switched off */
function requireKnown(found: Known | undefined): Known {
  if (found === undefined)
    throw new ScimError(401, "Send a SCIM token from Settings → Sign-in as Authorization: Bearer.");
  const { provider } = found;
  if (provider.status !== "active" || provider.use === "callers") {
    throw new ScimError(403, "This provider is switched off for users of the console.");
  }
  return found;
}

/**
 * Finds the SCIM client of a request. It accepts only a token of a SCIM client: no session, no API token, no access
 * token.
 * @throws ScimError 401, or 403 when its provider is switched off
 */
export async function authenticateClient(app: App, request: FastifyRequest): Promise<ScimClient> {
  const value = bearer.exec(request.headers.authorization ?? "")?.[1];
  const sha256 = hashScimToken(value ?? "");
  const found =
    value === undefined
      ? undefined
      : await app.store.inInstallation(
          async (scope) => {
            const token = await findScimTokenByHash(scope, sha256);
            const provider = token && (await findProvider(scope, token.providerId));
            return token && provider && { token, provider };
          },
          { readOnly: true },
        );
  const { token, provider } = requireKnown(found);
  if ((token.lastUsedAt?.getTime() ?? 0) < sharedNow() - 60_000) {
    await app.store.inInstallation((scope) => touchScimToken(scope, token.id));
  }
  return {
    app,
    provider,
    token,
    sha256,
    requestId: request.id,
    ip: clientAddress(request.raw, app.settings.internalApiTokens),
    userAgent: request.headers["user-agent"] ?? null,
  };
}

/**
 * Reads the client once more in the transaction of a change, which may have waited. It holds the client's token and
 * provider until the transaction ends, and lets only one change of a directory run at a time.
 * @throws ScimError 401, or 403 when its provider is switched off
 */
export async function holdClient(scope: InstallationScope, client: ScimClient): Promise<ScimClient> {
  await holdPeople(scope);
  const provider = await holdProvider(scope, client.provider.id);
  const token = await findScimTokenByHash(scope, client.sha256, { held: true });
  const known = requireKnown(token && provider && { token, provider });
  await holdDirectory(scope, known.provider.id);
  return { ...client, ...known };
}
