import assert from "node:assert/strict";
import type { Client } from "@ferrule/contract/client.ts";

/**
 * Follows a client's authorization request to the page of this path, as a browser does. Returns the data that the page
 * received.
 */
export async function consentRequestAt(authorizeUrl: string | URL, path: string): Promise<string> {
  const response = await fetch(authorizeUrl, { redirect: "manual" });
  assert.equal(response.status, 302, await response.text());
  const location = new URL(response.headers.get("location") ?? "");
  assert.equal(location.pathname, path, location.href);
  return location.searchParams.get("request") ?? "";
}

/** The same for the consent page of endpoints. */
export const openConsent = (authorizeUrl: string | URL): Promise<string> => consentRequestAt(authorizeUrl, "/consent");

/** The person allows it. Returns the address to which their browser takes the code. */
export async function allow(person: Client, authorizeUrl: string | URL): Promise<URL> {
  const request = await openConsent(authorizeUrl);
  const { redirectUrl } = await person.createOauthGrant({ body: { request } });
  return new URL(redirectUrl);
}
