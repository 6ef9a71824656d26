import type { FastifyRequest } from "fastify";
import type { App } from "../app.ts";
import { clientAddress } from "../http/client-address.ts";
import { findProvider } from "../identity/queries/providers.ts";
import type { ScimClient } from "./client.ts";
import { findScimTokenByHash, touchScimToken } from "./queries/tokens.ts";
import { hashScimToken } from "./scim-token.ts";
import { ScimError } from "./scim-error.ts";

const bearer = /^Bearer +(fer_scim_[A-Za-z0-9_-]{43}) *$/i;

/**
 * Whose users a request is about. Only a token of a SCIM client counts: no session, no API token, no access token.
 * @throws ScimError 401, or 403 where its provider is switched off
 */
export async function authenticateClient(app: App, request: FastifyRequest): Promise<ScimClient> {
  const value = bearer.exec(request.headers.authorization ?? "")?.[1];
  const found =
    value === undefined
      ? undefined
      : await app.store.inInstallation(
          async (scope) => {
            const token = await findScimTokenByHash(scope, hashScimToken(value));
            const provider = token && (await findProvider(scope, token.providerId));
            return token && provider && { token, provider };
          },
          { readOnly: true },
        );
  if (found === undefined) throw new ScimError(401, "Send a token of Settings → Sign-in, as Authorization: Bearer.");
  const { token, provider } = found;
  if (provider.status !== "active" || provider.use === "callers") {
    throw new ScimError(403, "This provider is switched off for users of the console.");
  }
  if ((token.lastUsedAt?.getTime() ?? 0) < Date.now() - 60_000) {
    await app.store.inInstallation((scope) => touchScimToken(scope, token.id));
  }
  return {
    app,
    provider,
    token,
    requestId: request.id,
    ip: clientAddress(request.raw, app.settings.internalApiTokens),
    userAgent: request.headers["user-agent"] ?? null,
  };
}
