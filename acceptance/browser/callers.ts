import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { shareConsole, type TestConsole } from "./start-console.ts";

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
/** The console shows this message on a page that checks the sign-in before anybody has signed in. */
const allow = [/status of 401/];

describe("callers without an account", () => {
  let shown: TestConsole;
  let providerId = "";
  before(async () => {
    shown = await shareConsole("keeping");
    const { issuer, clientId, clientSecret } = shown.provider;
    const body = { name: "Partner", issuer, clientId, clientSecret, use: "callers" as const };
    providerId = (await shown.client.createIdentityProvider({ body })).id;
  });

  /** The provider signs in every visitor, and sends the browser back. */
  const answerAs = (page: Page, claims: Record<string, unknown>) =>
    page.route(`${shown.provider.issuer}/authorize?*`, (route) => {
      const answer = new URLSearchParams({ ...shown.provider.answer(route.request().url(), claims) });
      return route.fulfill({ status: 302, headers: { location: `${shown.url}/sign-in/callback?${answer}` } });
    });

  /** The address to which an assistant sends a person's browser. */
  async function consentPath(): Promise<string> {
    const { client } = shown;
    const { id, urls } = await client.createRuntimeEndpoint({
      body: { kind: "mcp", slug: "partner-help", name: "Partner help" },
    });
    const params = { endpointId: id };
    const caller = { mode: "oauth" as const, oauth: { issuers: [shown.provider.issuer] } };
    await client.replaceAuthPolicy({ params, body: { environment: "development", caller } });
    const redirectUri = `${shown.url.replace("localhost", "127.0.0.1")}/docs`;
    const body = { use: "person" as const, name: "Partner helper", environment: "development" as const };
    const program = await client.createOauthClient({ params, body: { ...body, redirectUris: [redirectUri] } });
    const asked = new URLSearchParams({
      response_type: "code",
      client_id: program.id,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_challenge_method: "S256",
      resource: urls.development,
    });
    const answered = await fetch(`${shown.url}/oauth/authorize?${asked}`, { redirect: "manual" });
    const at = new URL(answered.headers.get("location") ?? "");
    return at.pathname + at.search;
  }

  test("sign in with their provider, allow a program, see it at /allowed, end it, and sign out", async () => {
    await shown.client.updateIdentityProvider({ params: { providerId }, body: { use: "both" } });
    const page = await shown.open(await consentPath(), { role: null, alone: true, width: 390, allow });
    await answerAs(page, { sub: "ada", email: "ada@partner.example", email_verified: true });
    await page.getByText("Partner helper wants to call Partner help. Sign in to decide.").waitFor();
    await page.getByText("/mcp/development/demo/partner-help").waitFor();
    const button = page.getByRole("button", { name: "Continue with Partner" });
    assert.equal(await button.count(), 1, "a provider for both kinds of people is offered once");
    await shown.check(page, "caller-sign-in", true);
    await button.click();
    await page.getByRole("heading", { name: "Partner helper wants to call Partner help" }).waitFor();
    await page.getByText("You signed in with Partner as ada@partner.example.").waitFor();
    await shown.check(page, "caller-consent", true);
    await page.getByRole("button", { name: "Allow Partner helper" }).click();
    // The program's own address must have loaded before we open the next one.
    await page.waitForURL((url) => url.searchParams.has("code"));

    await page.goto(`${shown.url}/allowed`);
    await page.getByRole("heading", { name: "Allowed programs" }).waitFor();
    const end = page.getByRole("button", { name: "End Partner helper" });
    await end.waitFor();
    await shown.check(page, "caller-allowed", true);
    await end.click();
    await page.getByText("You allow no program just now.").waitFor();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Sign in as you did when you allowed a program.").waitFor();
    await shown.check(page, "caller-allowed-signed-out", true);
  });

  test("are told that a consent has expired, and asked for nothing, whether they are signed in or not", async () => {
    const gone = [/status of (?:401|404)/];
    const stranger = await shown.open("/consent?request=expired", { role: null, alone: true, allow: gone });
    await stranger.getByText("This sign-in has expired. Start again in the program that sent you.").waitFor();
    assert.equal(await stranger.getByRole("button").count(), 0, "there is nothing to sign in for");
    await shown.check(stranger, "consent-expired-signed-out", true);

    const page = await shown.open("/consent?request=expired", { load: true, allow: gone });
    await page.getByText("This sign-in has expired. Start again in the program that sent you.").waitFor();
    assert.equal(await page.getByText("it belongs to another Project").count(), 0);
    await shown.check(page, "consent-expired", true);
  });

  test("with an account are sent from /allowed to their own page, where one program is one row", async () => {
    const page = await shown.open("/functions", { alone: true });
    const grant = (id: string, slug: string, status: string) => ({
      id: `ogr_0000000000000000000000000${id}`,
      endpointId: "rep_00000000000000000000000001",
      projectId: "prj_00000000000000000000000001",
      environment: "development",
      resource: `${shown.url}/mcp/development/demo/${slug}`,
      user: { id: "usr_00000000000000000000000001", email: "owner@acme.example" },
      caller: null,
      client: { id: `ocl_${id}`, name: "Desk agent" },
      scopes: ["call"],
      createdAt: new Date().toISOString(),
      lastUsedAt: new Date().toISOString(),
      byCompany: false,
      status,
    });
    const items = [grant("1", "one", "active"), grant("2", "two", "active"), grant("3", "one", "revoked")];
    await page.route("**/oauth-grants?*", (route) => route.fulfill({ json: { items, nextCursor: null } }));
    await page.goto(`${shown.url}/allowed`);
    await page.waitForURL((url) => url.pathname === "/settings" && url.searchParams.get("tab") === "consents");
    const programs = page.getByRole("list", { name: "Programs that you allowed" });
    await programs.getByText("Desk agent", { exact: true }).waitFor();
    assert.equal(await programs.getByText("Desk agent", { exact: true }).count(), 1);
    assert.equal(await programs.getByRole("button", { name: /^End Desk agent at/ }).count(), 2);
    assert.equal(await programs.getByText("Ended", { exact: true }).count(), 0);
    await shown.check(page, "own-programs", true);
  });

  test("have no roles in the settings of their provider", async () => {
    await shown.client.updateIdentityProvider({ params: { providerId }, body: { use: "callers" } });
    const page = await shown.open("/settings?tab=sign-in");
    await page.getByText("Latest sign-in").waitFor();
    assert.equal(await page.getByText("Everybody else", { exact: true }).count(), 0);
  });

  test("an owner opens the directory of a provider to a SCIM client, and rotates its token", async () => {
    await shown.client.updateIdentityProvider({ params: { providerId }, body: { use: "both" } });
    const page = await shown.open("/settings?tab=sign-in");
    await page.getByText("Users and groups by SCIM").click();
    await page.getByRole("button", { name: "New SCIM token" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Create token" }).click();
    const value = await page.getByRole("textbox", { name: "SCIM token" }).textContent();
    assert.match(value ?? "", /^fer_scim_/);
    const url = `${shown.url}/api/scim/v2/Users`;
    const headers = { authorization: `Bearer ${value ?? ""}`, "content-type": "application/scim+json" };
    const body = JSON.stringify({ userName: "brought@partner.example" });
    assert.equal((await fetch(url, { method: "POST", headers, body })).status, 201);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText(/never used|last used/).waitFor();
    await page.getByText("Steps by provider").click();
    await shown.check(page, "settings-sign-in-scim", true);
    await page.getByRole("button", { name: "Rotate", exact: true }).click();
    await page.getByRole("button", { name: "Rotate token" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByText("the value before works until").waitFor();
    await page.getByText("1 user, 0 groups").waitFor();
    await shown.client.deleteIdentityProvider({ params: { providerId } });
  });
});
