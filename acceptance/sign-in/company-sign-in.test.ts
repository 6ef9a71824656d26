import assert from "node:assert/strict";
import { before, test } from "node:test";
import { recheckSignIns } from "@ferrule/control-plane/people/identity/recheck-sign-ins.ts";
import { begin, openBrowser, type Browser } from "@ferrule/control-plane/people/identity/testing/sign-in-by.ts";
import { startTestControlPlane } from "@ferrule/control-plane/testing/test-control-plane.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { startCompanyProvider } from "./company-provider.ts";
import { openProviderBrowser } from "./provider-browser.ts";

const plane = duringTests(() => startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] }));
const owner = duringTests(async () => plane.signIn(await plane.createUser("owner")));
const provider = duringTests(() =>
  startCompanyProvider({
    redirect: `${plane.settings.publicUrl}/sign-in/callback`,
    signedOut: `${plane.settings.publicUrl}/`,
    backchannelLogout: `${plane.url}/oauth/backchannel-logout`,
  }),
);
let providerId = "";

before(async () => {
  const { issuer, clientId, clientSecret } = provider;
  const scopes = ["openid", "email", "profile", "groups", "offline_access"];
  const roles = [{ group: "engineering", role: "developer" as const }];
  const body = { name: "Acme", issuer, clientId, clientSecret, scopes, roles, askConsent: true };
  providerId = (await owner.client.createIdentityProvider({ body })).id;
});

/** Signs in with the provider from start to end, as the console's page does. */
async function signIn(browser: Browser, account: string, at = openProviderBrowser()) {
  const back = await at.signIn(await begin(browser, providerId), account);
  assert.equal(back.origin + back.pathname, `${plane.settings.publicUrl}/sign-in/callback`);
  const sent = Object.fromEntries(["state", "code", "iss"].map((name) => [name, back.searchParams.get(name)]));
  return browser.post("/api/auth/providers/complete", sent);
}

test("a certified provider signs a person in, with the role of their group", async () => {
  const browser = openBrowser(plane);
  const answer = await signIn(browser, "ada");
  assert.equal(answer.status, 200, answer.text);
  const { user } = answer.json as unknown as { user: { email: string; role: string } };
  assert.deepEqual([user.email, user.role], ["ada@acme.example", "developer"]);
  const refused = await signIn(openBrowser(plane), "eve");
  assert.deepEqual([refused.status, refused.json.error.code], [403, "FORBIDDEN"]);
});

test("a certified provider signs somebody in as a caller, who has no role here and needs no account", async () => {
  const params = { providerId };
  await owner.client.updateIdentityProvider({ params, body: { use: "both", callerDomains: ["acme.example"] } });
  const browser = openBrowser(plane);
  const { json } = await browser.post(`/api/callers/providers/${providerId}/begin`, undefined);
  const back = await openProviderBrowser().signIn(String(json["url"]), "eve");
  const sent = Object.fromEntries(["state", "code", "iss"].map((name) => [name, back.searchParams.get(name)]));
  const answer = await browser.post("/api/callers/complete", sent);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual([answer.json["provider"], answer.json["email"]], ["Acme", "eve@acme.example"]);
  assert.equal((await browser.get("/api/auth/me")).status, 401);
  assert.equal((await browser.get("/api/callers/oauth-grants")).status, 200);
});

test("its test finds nothing wrong, and says what is: another client secret, an address that is not registered", async () => {
  const params = { providerId };
  const { ok, steps } = await owner.client.testIdentityProvider({ params });
  const outcomes = Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]));
  assert.deepEqual([outcomes["discovery"], outcomes["client"], outcomes["redirect"]], ["ok", "ok", "ok"]);
  assert.equal(ok, outcomes["claims"] !== "failed");
  await owner.client.updateIdentityProvider({ params, body: { clientSecret: "another" } });
  const wrong = await owner.client.testIdentityProvider({ params });
  assert.equal(wrong.steps.find(({ step }) => step === "client")?.outcome, "failed");
  await owner.client.updateIdentityProvider({ params, body: { clientSecret: provider.clientSecret } });
  const elsewhere = { ...plane.app.settings, publicUrl: "http://localhost:9999" };
  const before = plane.app.settings.publicUrl;
  Object.assign(plane.app.settings, elsewhere);
  const other = await owner.client.testIdentityProvider({ params });
  Object.assign(plane.app.settings, { publicUrl: before });
  const redirect = other.steps.find(({ step }) => step === "redirect");
  assert.equal(redirect?.outcome, "failed", redirect?.message ?? "");
});

test("signing out there ends the session here", async () => {
  const [browser, there] = [openBrowser(plane), openProviderBrowser()];
  assert.equal((await signIn(browser, "ada", there)).status, 200);
  const { url } = (await browser.get("/api/auth/provider-logout")).json as unknown as { url: string };
  assert.equal(await there.signOut(url), `${plane.settings.publicUrl}/`);
  assert.equal((await browser.get("/api/auth/me")).status, 401);
});

test("whoever is disabled there is out here when the provider is asked again", async () => {
  const browser = openBrowser(plane);
  assert.equal((await signIn(browser, "ada")).status, 200);
  await recheckSignIns(plane.app, 0);
  assert.equal((await browser.get("/api/auth/me")).status, 200);
  await provider.disable("ada");
  await recheckSignIns(plane.app, 0);
  assert.equal((await browser.get("/api/auth/me")).status, 401);
});
