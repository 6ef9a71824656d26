import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { JWK } from "jose";
import type { PublishedKeys } from "./issuer-keys.ts";
import type { GetJson } from "./get-json.ts";

export interface IssuerPlace {
  issuer: string;
  /** Null: where the issuer's metadata says. */
  jwksUrl: string | null;
}

const mostKeys = 100;
const shortestRsaBits = 2_048;

/** OpenID Connect Discovery, section 4, and RFC 8414, section 3.1. */
function metadataUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}${path}/.well-known/openid-configuration`,
    `${origin}/.well-known/oauth-authorization-server${path}`,
  ];
}

async function jwksUrlOf(issuer: string, get: GetJson): Promise<string> {
  const failures: unknown[] = [];
  for (const url of metadataUrls(issuer)) {
    const found = await get(url).catch((error: unknown) => {
      failures.push(error);
      return null;
    });
    if (found === null) continue;
    const { issuer: said, jwks_uri: jwksUrl } = found.value;
    // RFC 8414, section 3.3: metadata of somebody else must not be used.
    if (said !== issuer) failures.push(new Error("The metadata is of another issuer."));
    else if (typeof jwksUrl !== "string" || !URL.canParse(jwksUrl)) failures.push(new Error("It names no jwks_uri."));
    else return jwksUrl;
  }
  throw new AggregateError(failures, "The issuer has no metadata that names its keys.");
}

const bitsOf = (modulus: unknown): number =>
  typeof modulus === "string" ? Buffer.from(modulus, "base64url").length * 8 : 0;

/** Public keys for signatures that are long enough. A secret key among them would let whoever reads them sign. */
function isUsable(key: unknown): key is JWK {
  if (!isObject(key) || typeof key["kty"] !== "string") return false;
  if (key["kty"] === "RSA") return bitsOf(key["n"]) >= shortestRsaBits && key["d"] === undefined;
  return (key["kty"] === "EC" || key["kty"] === "OKP") && key["d"] === undefined;
}

/** Fetches what an issuer publishes (RFC 7517). @throws Error that says why there are no keys */
export async function fetchIssuerKeys({ issuer, jwksUrl }: IssuerPlace, get: GetJson): Promise<PublishedKeys> {
  const { value, keepMs } = await get(jwksUrl ?? (await jwksUrlOf(issuer, get)));
  const { keys } = value;
  if (!Array.isArray(keys)) throw new Error("The answer is no set of keys.");
  if (keys.length > mostKeys) throw new Error(`The set has more than ${mostKeys} keys.`);
  const usable = keys.filter(isUsable);
  if (usable.length === 0) throw new Error("The set has no public key for signatures.");
  return { jwks: { keys: usable }, keepMs };
}
