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
    await page.getByRole("button", { name: "Edit the policy of Development" }).click();
    const policy = page.getByRole("dialog", { name: "Policy of Development" });
    await policy.getByRole("radio", { name: /^Sign-in/ }).check();
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

    const { items } = await client.listOauthClients({ params: { endpointId: id } });
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
});
