import { createRemoteJWKSet, customFetch as joseFetch, importJWK, type JWK, type JWTVerifyGetKey } from "jose";
import { LRUCache } from "lru-cache";
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  PrivateKeyJwt,
  type ClientAuth,
  type Configuration,
} from "openid-client";
import type { App } from "../../ground/app.ts";
import type { ProviderRow } from "../../ground/store/tables/identity.ts";
import { outsideFetch } from "./outside-fetch.ts";
import { keyAlgorithm, openCredential } from "./provider-seal.ts";

/** A provider with its metadata, ready for requests. */
export interface OpenProvider {
  config: Configuration;
  /** The provider's signing keys. If a token names an unknown one, it fetches them again, at most every 30 s. */
  keys: JWTVerifyGetKey;
}

const keptMs = 600_000;
/** After a failure, we wait this long. Otherwise people who open the sign-in page could make us send requests there. */
const failedMs = 5_000;

async function clientAuthOf(app: App, row: ProviderRow): Promise<ClientAuth> {
  const credential = await openCredential(app, row);
  if (row.clientAuth === "client_secret_basic") return ClientSecretBasic(credential);
  if (row.clientAuth === "client_secret_post") return ClientSecretPost(credential);
  const key = await importJWK(JSON.parse(credential) as JWK, keyAlgorithm);
  return PrivateKeyJwt({ key: key as CryptoKey, kid: row.publicJwk?.["kid"] ?? "" });
}

/**
 * Reads a provider's metadata (OpenID Connect Discovery 1.0), which must name the configured issuer. We verify every ID
 * token with the provider's keys, whatever way it came.
 * @throws the errors of `openid-client` and of the connection, and SealError
 */
export async function readProvider(app: App, row: ProviderRow): Promise<OpenProvider> {
  const ask = outsideFetch(app.settings);
  const issuer = new URL(row.issuer);
  const config = await discovery(issuer, row.clientId, undefined, await clientAuthOf(app, row), {
    [customFetch]: ask,
    execute: [
      enableNonRepudiationChecks,
      // `outsideFetch` itself refuses requests without TLS, unless EGRESS_ALLOW_PRIVATE names the address.
      ...(issuer.protocol === "http:" ? [allowInsecureRequests] : []),
    ],
  });
  const { jwks_uri: keysAt } = config.serverMetadata();
  if (keysAt === undefined) throw new TypeError("The provider's metadata has no jwks_uri.");
  const keys = createRemoteJWKSet(new URL(keysAt), {
    [joseFetch]: (url, init) =>
      ask(url, { method: "GET", headers: Object.fromEntries(new Headers(init.headers)), body: undefined }),
  });
  return { config, keys };
}

const opened = new WeakMap<App, LRUCache<string, Promise<OpenProvider>>>();

/** The same, kept for ten minutes. */
export function openProvider(app: App, row: ProviderRow): Promise<OpenProvider> {
  const kept = opened.get(app) ?? new LRUCache<string, Promise<OpenProvider>>({ max: 100, ttl: keptMs });
  opened.set(app, kept);
  const key = `${row.id} ${row.revision}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const reading = readProvider(app, row);
  kept.set(key, reading);
  reading.catch(() => kept.set(key, reading, { ttl: failedMs }));
  return reading;
}
