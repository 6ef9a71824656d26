import { importJWK, type JWK } from "jose";
import {
  ClientSecretBasic,
  ClientSecretPost,
  enableNonRepudiationChecks,
  PrivateKeyJwt,
  type ClientAuth,
} from "openid-client";
import type { App } from "../../../ground/app.ts";
import type { ProviderRow } from "../../../ground/store/tables/identity.ts";
import { keepReadings } from "./keep-readings.ts";
import { keyAlgorithm, openCredential } from "./provider-seal.ts";
import { readIssuer, type OpenIssuer } from "./read-issuer.ts";

async function clientAuthOf(app: App, row: ProviderRow): Promise<ClientAuth> {
  const credential = await openCredential(app, row);
  if (row.clientAuth === "client_secret_basic") return ClientSecretBasic(credential);
  if (row.clientAuth === "client_secret_post") return ClientSecretPost(credential);
  const key = await importJWK(JSON.parse(credential) as JWK, keyAlgorithm);
  return PrivateKeyJwt({ key: key as CryptoKey, kid: row.publicJwk?.["kid"] ?? "" });
}

/**
 * Reads a provider's metadata. ID tokens are verified by the provider's keys, whatever way they came.
 * @throws the errors of `openid-client` and of the connection, and SealError
 */
export const readProvider = async (app: App, row: ProviderRow): Promise<OpenIssuer> =>
  readIssuer(app, row, await clientAuthOf(app, row), [enableNonRepudiationChecks]);

const opened = keepReadings<OpenIssuer>();

/** The same, kept for ten minutes. */
export const openProvider = (app: App, row: ProviderRow): Promise<OpenIssuer> =>
  opened(app, `${row.id} ${row.revision}`, () => readProvider(app, row));
