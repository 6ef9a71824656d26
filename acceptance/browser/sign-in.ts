import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { shareConsole, type TestConsole } from "./start-console.ts";

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

describe("sign-in of callers", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });

  test("is set up for a person who never heard of OAuth, asks for consent, and is ended by who allowed it", async () => {
    const { client } = shown;
    const { id, name, urls } = await client.createRuntimeEndpoint({
      body: { kind: "mcp", slug: "assistant-desk", name: "Assistant desk" },
    });
    const page = await shown.open(`/endpoints/${id}?tab=access`);
    await page.getByRole("button", { name: "Edit policy of Development" }).click();
    const policy = page.getByRole("dialog", { name: "Policy of Development" });
    await policy.getByRole("radio", { name: /^Sign in with Ferrule/ }).check();
    await policy.getByText("Anyone with an account here who signs in can call it").waitFor();
    await policy.getByRole("checkbox", { name: /register themselves/ }).check();
    await shown.check(page, "sign-in-policy");
    await policy.getByRole("button", { name: "Save policy" }).click();
    await policy.waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "Register a program" }).click();
    const registration = page.getByRole("dialog", { name: "Register a program for Development" });
    await registration.getByLabel("Name").fill("Desk helper");
    const redirectUri = `${shown.url}/docs`;
    await registration.getByLabel("Redirect addresses").fill(redirectUri.replace("localhost", "127.0.0.1"));
    await registration.getByRole("button", { name: "Register" }).click();
    const done = page.getByRole("dialog", { name: "Desk helper" });
    await done.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("table", { name: "Registered programs" }).getByText("Desk helper").waitFor();
    await shown.check(page, "sign-in-clients");
    await page.getByRole("button", { name: "Change Desk helper" }).click();
    const change = page.getByRole("dialog", { name: "Change Desk helper" });
    const addresses = change.getByLabel("Redirect addresses");
    await addresses.fill(`${await addresses.inputValue()}\nhttps://desk.example/callback`);
    await shown.check(page, "sign-in-client-change");
    await change.getByRole("button", { name: "Save" }).click();
    await change.waitFor({ state: "hidden" });

    const { items } = await client.listOauthClients({ params: { endpointId: id } });
    assert.equal(items[0]?.redirectUris.length, 2);
    const asked = new URLSearchParams({
      response_type: "code",
      client_id: items[0]?.id ?? "",
      redirect_uri: redirectUri.replace("localhost", "127.0.0.1"),
      code_challenge: challenge,
      code_challenge_method: "S256",
      resource: urls.development,
      state: "of-the-test",
    });
    const answered = await fetch(`${shown.url}/oauth/authorize?${asked}`, { redirect: "manual" });
    const consentAt = new URL(answered.headers.get("location") ?? "");
    const consent = await shown.open(consentAt.pathname + consentAt.search);
    await consent.getByRole("heading", { name: `Desk helper wants to call ${name}` }).waitFor();
    await consent.getByText("An administrator of this Ferrule has registered it.").waitFor();
    await shown.check(consent, "consent");
    const went = consent.waitForRequest((request) => request.url().includes("code="));
    await consent.getByRole("button", { name: "Allow Desk helper" }).click();
    const sent = new URL((await went).url());
    assert.equal(sent.searchParams.get("state"), "of-the-test");

    await shown.go(page, `/endpoints/${id}?tab=connect`);
    await page.getByText("Give your client the address below and nothing else.").waitFor();

    await shown.go(page, "/settings?tab=consents");
    await page.getByRole("button", { name: "End Desk helper" }).click();
    await shown.check(page, "allowed-programs");
    await page.getByRole("dialog", { name: "End Desk helper?" }).getByRole("button", { name: "End access" }).click();
    await page.getByText("Ended", { exact: true }).waitFor();
  });

  test("what the company gave says so, and is allowed again by who may", async () => {
    const { client } = shown;
    const { id } = await client.createRuntimeEndpoint({
      body: { kind: "mcp", slug: "company-desk", name: "Company desk" },
    });
    const caller = { mode: "oauth" as const };
    await client.replaceAuthPolicy({ params: { endpointId: id }, body: { environment: "development", caller } });
    const page = await shown.open("/endpoints");
    let status = "blocked";
    const grant = () => ({
      id: "ogr_00000000000000000000000001",
      endpointId: id,
      projectId: "prj_00000000000000000000000001",
      environment: "development",
      resource: `${shown.url}/mcp/development/demo/company-desk`,
      user: null,
      caller: { issuer: "https://login.acme.example", subject: "ada", email: "ada@acme.example" },
      client: { id: "ocl_1", name: "Desk agent" },
      scopes: ["call"],
      createdAt: new Date().toISOString(),
      lastUsedAt: new Date().toISOString(),
      byCompany: true,
      status,
    });
    await page.route("**/oauth-grants?*", (route) => route.fulfill({ json: { items: [grant()], nextCursor: null } }));
    await page.route("**/oauth-grants/*/enable", (route) => {
      status = "revoked";
      return route.fulfill({ json: grant() });
    });
    await shown.go(page, `/endpoints/${id}?tab=access`);
    await page.getByText("Given by the company").waitFor();
    await shown.check(page, "company-consent");
    await page.getByRole("button", { name: "Allow Desk agent again" }).click();
    await page.getByText("Ended", { exact: true }).waitFor();
  });

  test("rules for another issuer's tokens are written by their standard names, and tried with a token that stays here", async () => {
    const { client } = shown;
    const { id } = await client.createRuntimeEndpoint({
      body: { kind: "mcp", slug: "partner-desk", name: "Partner desk" },
    });
    const page = await shown.open(`/endpoints/${id}?tab=access`);
    await page.getByRole("button", { name: "Edit policy of Development" }).click();
    const policy = page.getByRole("dialog", { name: "Policy of Development" });
    await policy.getByRole("radio", { name: /^Access tokens of another issuer/ }).check();
    await policy.getByText("Enter the issuer of the tokens.").waitFor();
    await policy.getByLabel("Issuer", { exact: true }).fill("https://login.acme.example");
    for (const group of ["support", "partners"]) {
      await policy.getByRole("button", { name: "Add a rule" }).click();
      const rule = policy.getByRole("group", { name: group === "support" ? "Rule 1" : "Rule 2" });
      await rule.getByRole("checkbox", { name: "is in the group" }).check();
      await rule.getByLabel("Group", { exact: true }).fill(group);
      await rule.getByRole("radio", { name: "everything" }).check();
    }
    await policy.getByRole("button", { name: "Move rule 2 up" }).click();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Move rule 1 up");
    await policy
      .getByRole("group", { name: "Rule 1" })
      .getByText("in the group partners may call everything")
      .waitFor();
    await shown.check(page, "issuer-policy");
    await policy.getByRole("button", { name: "Save policy" }).click();
    await policy.waitFor({ state: "hidden" });
    await page.getByText("Anyone with a token of https://login.acme.example for this address").waitFor();
    const { items } = await client.listEndpointAuthPolicies({ params: { endpointId: id } });
    const { jwt } = items.find(({ environment }) => environment === "development")?.caller ?? {};
    assert.deepEqual(
      jwt?.rules.map(({ when }) => when.group),
      ["partners", "support"],
    );

    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
    await page.getByRole("combobox", { name: "Credential" }).click();
    await page.getByRole("option", { name: /^A token/ }).click();
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const token = `${part({ alg: "RS256" })}.${part({ sub: "ada", groups: ["support"] })}.c2lnbmF0dXJl`;
    await page.getByLabel("Token or claims").fill(token);
    await page.getByText("Caller: ada").waitFor();
    await page.getByText("The token lacks iss, aud, exp").waitFor();
    assert.ok(sent.some((text) => text.includes('"groups":["support"]')));
    assert.ok(sent.every((text) => !text.includes("c2lnbmF0dXJl")));
    assert.doesNotMatch(page.url(), /ada|groups/);
    await page.getByRole("checkbox", { name: "group partners" }).check();
    await shown.check(page, "try-as-token");

    await shown.go(page, `/endpoints/${id}?tab=connect&client=chatgpt`);
    await page.getByText("It signs in at https://login.acme.example by itself").waitFor();
    await page.getByText("It needs an address that is public and begins with https.").waitFor();
    await shown.check(page, "connect-issuer");
  });
});
