import { issuerMetadataUrls, isUsableIssuerKey, mostIssuerKeys } from "@ferrule/contract/internal/issuer-documents.ts";
import type { JWK } from "jose";
import type { PublishedKeys } from "./issuer-keys.ts";
import type { GetJson } from "./get-json.ts";

export interface IssuerPlace {
  issuer: string;
  /** Null: the issuer's metadata names the address. */
  jwksUrl: string | null;
}

async function jwksUrlOf(issuer: string, get: GetJson): Promise<string> {
  const failures: unknown[] = [];
  for (const url of issuerMetadataUrls(issuer)) {
    const found = await get(url).catch((error: unknown) => {
      failures.push(error);
      return null;
    });
    if (found === null) continue;
    const { issuer: said, jwks_uri: jwksUrl } = found.value;
    // RFC 8414, section 3.3: we must not use another issuer's metadata.
    if (said !== issuer) failures.push(new Error("The metadata belongs to another issuer."));
    else if (typeof jwksUrl !== "string" || !URL.canParse(jwksUrl))
      failures.push(new Error("The metadata has no jwks_uri."));
    else return jwksUrl;
  }
  throw new AggregateError(failures, "The issuer has no metadata that names its keys.");
}

/** Fetches an issuer's published keys (RFC 7517). @throws Error with the reason why there are no keys */
export async function fetchIssuerKeys({ issuer, jwksUrl }: IssuerPlace, get: GetJson): Promise<PublishedKeys> {
  const { value, keepMs } = await get(jwksUrl ?? (await jwksUrlOf(issuer, get)));
  const { keys } = value;
  if (!Array.isArray(keys)) throw new Error("The answer is not a set of keys.");
  if (keys.length > mostIssuerKeys) throw new Error(`The set has more than ${mostIssuerKeys} keys.`);
  const usable: JWK[] = keys.filter(isUsableIssuerKey);
  if (usable.length === 0) throw new Error("The set has no public key for signatures.");
  return { jwks: { keys: usable }, keepMs };
}
