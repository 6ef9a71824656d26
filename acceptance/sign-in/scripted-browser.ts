import assert from "node:assert/strict";
import type { Client } from "@ferrule/contract/client.ts";

/** Follows a client's authorization request to the consent page, as a browser does. Answers what the page was handed. */
export async function openConsent(authorizeUrl: string | URL): Promise<string> {
  const response = await fetch(authorizeUrl, { redirect: "manual" });
  assert.equal(response.status, 302, await response.text());
  const location = new URL(response.headers.get("location") ?? "");
  assert.equal(location.pathname, "/consent", location.href);
  return location.searchParams.get("request") ?? "";
}

/** The person allows it. Answers where their browser takes the code. */
export async function allow(person: Client, authorizeUrl: string | URL): Promise<URL> {
  const request = await openConsent(authorizeUrl);
  const { redirectUrl } = await person.createOauthGrant({ body: { request } });
  return new URL(redirectUrl);
}
