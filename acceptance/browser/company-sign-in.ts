import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { shareConsole, type TestConsole } from "./start-console.ts";

const presets = [
  ["Entra ID", /^https:\/\/login\.microsoftonline\.com\//],
  ["Okta", /\.okta\.com$/],
  ["Google", /^https:\/\/accounts\.google\.com$/],
  ["Keycloak", /\/realms\//],
] as const;
const ofCallers = ["Domains of callers", "Programs of the company need no consent page", "A sign-out there also ends"];

describe("the company's sign-in", () => {
  let shown: TestConsole;
  before(async () => {
    shown = await shareConsole("keeping");
  });
  after(async () => {
    const { items } = await shown.client.listIdentityProviders({ query: {} });
    for (const { id } of items) await shown.client.deleteIdentityProvider({ params: { providerId: id } });
  });

  test("an owner adds a provider, whose test says what is wrong; the sign-in page offers it, and says why it fails", async () => {
    const page = await shown.open("/settings?tab=sign-in");
    await page.getByRole("button", { name: "Add provider" }).click();
    const form = page.getByRole("dialog", { name: "Add a provider" });
    await form.getByText(`${shown.url}/sign-in/callback`).waitFor();
    for (const [provider, issuer] of presets) {
      await form.getByRole("combobox", { name: "Provider", exact: true }).click();
      await page.getByRole("option", { name: provider, exact: true }).click();
      assert.match(await form.getByLabel("Issuer", { exact: true }).inputValue(), issuer);
    }
    await form.getByRole("button", { name: "Save and test" }).click();
    await form.getByText(/must be the provider's issuer|must have your own values/).waitFor();
    for (const label of ofCallers) assert.equal(await form.getByLabel(label).count(), 0, label);
    const choose = async (use: string) => {
      await form.getByRole("combobox", { name: "Who signs in with it" }).click();
      await page.getByRole("option", { name: use }).click();
    };
    await choose("Callers of endpoints");
    for (const label of ofCallers) await form.getByLabel(label).first().waitFor();
    assert.equal(await form.getByLabel("Roles by group").count(), 0, "callers have no role here");
    await form.getByLabel("Domains of callers").fill("no domain!");
    await choose("Users of the console");
    await form.getByLabel("Name", { exact: true }).fill("Acme");
    await form.getByLabel("Issuer").fill("https://127.0.0.1:9/realm");
    await form.getByLabel("Client ID").fill("ferrule");
    await form.getByLabel(/^Client secret/).fill("a secret");
    await form.getByLabel("Roles by group").fill("engineering");
    await form.getByRole("button", { name: "Save and test" }).click();
    await form.getByText(/must be lines like/).waitFor();
    await form.getByLabel("Roles by group").fill("engineering = developer\nplatform = admin");
    await shown.check(page, "settings-sign-in-form");
    await form.getByRole("button", { name: "Save and test" }).click();
    const check = page.getByRole("dialog", { name: "5. Test Acme" });
    await check.getByText(/Name its host and port in EGRESS_ALLOW_PRIVATE/).waitFor();
    await shown.check(page, "settings-sign-in-check", true);
    // Until somebody switches it on, nobody sees it.
    const { providers } = await shown.client.getSignInOptions({});
    assert.deepEqual(providers, []);
    await check.getByRole("button", { name: "Change" }).click();
    const change = page.getByRole("dialog", { name: "Change Acme" });
    await change.getByLabel("Client ID").fill("ferrule-console");
    await change.getByRole("button", { name: "Save" }).click();
    await check.getByRole("button", { name: "Switch on anyway" }).click();
    await check.waitFor({ state: "detached" });
    await page.getByText("engineering (by external ID or name): Developer").waitFor();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText(/Name its host and port in EGRESS_ALLOW_PRIVATE/).waitFor();
    await shown.check(page, "settings-sign-in");

    const stranger = await shown.open("/functions?q=x", { role: null, alone: true, allow: [/status of (?:401|503)/] });
    const button = stranger.getByRole("button", { name: "Continue with Acme" });
    await button.waitFor();
    await shown.check(stranger, "sign-in-company");
    await button.click();
    await stranger.getByText(/Acme does not answer just now/).waitFor();

    // Simulates a provider that sends the browser back with a response for another sign-in.
    await stranger.route("**/api/auth/providers/*/begin", (route) =>
      route.fulfill({ json: { url: `${shown.url}/sign-in/callback?state=another&code=stolen` } }),
    );
    await button.click();
    await stranger.getByText(/This sign-in has expired/).waitFor();
    assert.equal(new URL(stranger.url()).pathname + new URL(stranger.url()).search, "/functions?q=x");
  });
});
