import { createRemoteJWKSet, customFetch as joseFetch, type JWTVerifyGetKey } from "jose";
import { allowInsecureRequests, customFetch, discovery, type ClientAuth, type Configuration } from "openid-client";
import type { App } from "../../../ground/app.ts";
import { outsideFetch } from "./outside-fetch.ts";

/** An issuer as its metadata says, ready to be asked. */
export interface OpenIssuer {
  config: Configuration;
  /** The keys that it signs with, fetched when one is not known, not oftener than every 30 s. */
  keys: JWTVerifyGetKey;
}

/**
 * Reads an issuer's metadata (OpenID Connect Discovery 1.0), which must name the issuer that was set up.
 * @throws the errors of `openid-client` and of the connection
 */
export async function readIssuer(
  app: App,
  { issuer, clientId }: { issuer: string; clientId: string },
  auth: ClientAuth,
  execute: ((config: Configuration) => void)[] = [],
): Promise<OpenIssuer> {
  const ask = outsideFetch(app.settings);
  const url = new URL(issuer);
  // `outsideFetch` asks without TLS only where EGRESS_ALLOW_PRIVATE names the address.
  const insecure = url.protocol === "http:" ? [allowInsecureRequests] : [];
  const config = await discovery(url, clientId, undefined, auth, {
    [customFetch]: ask,
    execute: [...execute, ...insecure],
  });
  const { jwks_uri: keysAt } = config.serverMetadata();
  if (keysAt === undefined) throw new TypeError("The provider's metadata has no jwks_uri.");
  const keys = createRemoteJWKSet(new URL(keysAt), {
    [joseFetch]: (at, init) =>
      ask(at, { method: "GET", headers: Object.fromEntries(new Headers(init.headers)), body: undefined }),
  });
  return { config, keys };
}
