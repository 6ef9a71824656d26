import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OauthPolicy } from "@ferrule/contract/resources/runtime-endpoint.ts";
import { startFakeProvider, type FakeProvider } from "../../../people/identity/testing/fake-provider.ts";
import { openBrowser, type Browser } from "../../../people/identity/testing/sign-in-by.ts";
import { startTestControlPlane, type SignedIn, type TestControlPlane } from "../../../testing/test-control-plane.ts";
import { oauthOf, openSignIn, requestOf, verifier } from "../testing/oauth-of.ts";

type Place = Awaited<ReturnType<typeof openSignIn>>;

let plane: TestControlPlane;
let fake: FakeProvider;
let company: FakeProvider;
let owner: SignedIn;
let providerId: string;
let assertions = 0;

before(async () => {
  [fake, company] = await Promise.all([startFakeProvider(), startFakeProvider()]);
  plane = await startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] });
  owner = await plane.session("owner");
  const of = ({ issuer, clientId, clientSecret }: FakeProvider) => ({ issuer, clientId, clientSecret });
  const customers = { ...of(fake), name: "Customers", use: "both" as const, callerDomains: ["acme.example"] };
  ({ id: providerId } = await owner.client.createIdentityProvider({ body: customers }));
  const vouching = { ...of(company), name: "Company", identityAssertions: true };
  await owner.client.createIdentityProvider({ body: vouching });
});
after(async () => {
  await plane?.[Symbol.asyncDispose]();
  await fake?.[Symbol.asyncDispose]();
  await company?.[Symbol.asyncDispose]();
});

async function signIn(sub: string): Promise<Browser> {
  const browser = openBrowser(plane);
  const { url } = (await browser.post(`/api/callers/providers/${providerId}/begin`, undefined)).json;
  const claims = { sub, email: `${sub}@acme.example`, email_verified: true };
  const answer = await browser.post("/api/callers/complete", fake.answer(String(url), claims));
  assert.equal(answer.status, 200, answer.text);
  return browser;
}

const requestFor = async (place: Place) => requestOf(await oauthOf(plane).authorize(place.asked));
const allow = async (browser: Browser, place: Place) =>
  browser.post("/api/callers/oauth-grants", { request: await requestFor(place) });
const setPolicy = ({ endpointId }: Place, oauth: Partial<OauthPolicy>) =>
  owner.client.replaceAuthPolicy({
    params: { endpointId },
    body: { environment: "development", caller: { mode: "oauth", oauth } },
  });

async function assertionFor({ clientId, resource }: Place, sub: string) {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: company.issuer, sub, aud: plane.settings.publicUrl, client_id: clientId, resource };
  const jti = `issuers-${(assertions += 1)}`;
  const assertion = await company.sign({ ...claims, jti, iat: now, exp: now + 60 }, { typ: "oauth-id-jag+jwt" });
  const grant_type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
  return oauthOf(plane).token({ grant_type, assertion, client_id: clientId });
}

test("a provider opens no endpoint by itself: not for its callers, nor for those whom it vouches for", async () => {
  const place = await openSignIn(owner.client);
  const browser = await signIn("ada");
  const shown = await browser.get(`/api/callers/oauth-consent?request=${await requestFor(place)}`);
  assert.equal(shown.status, 403, shown.text);
  assert.match(shown.text, /does not admit people of your identity provider/);
  assert.equal((await allow(browser, place)).status, 403);
  const byCompany = await assertionFor(place, "ada");
  assert.deepEqual(
    [byCompany.error, byCompany.description],
    ["invalid_grant", "The policy of the endpoint does not name this identity provider."],
  );
  await setPolicy(place, { issuers: ["https://login.example", `${fake.issuer}/`, company.issuer] });
  assert.equal((await allow(browser, place)).status, 403, "an issuer is exactly what the policy names");
  await setPolicy(place, { issuers: [fake.issuer] });
  assert.equal((await allow(browser, place)).status, 200);
  assert.equal((await assertionFor(place, "ada")).error, "invalid_grant", "each issuer is named by itself");
  const other = await openSignIn(owner.client);
  assert.equal((await allow(browser, other)).status, 403, "what opens one endpoint opens no other");
});

test("what people allowed ends when the policy names their issuer no more, and only that", async () => {
  const place = await openSignIn(owner.client, { issuers: [fake.issuer, company.issuer] });
  const answer = await allow(await signIn("eve"), place);
  const code = new URL(String(answer.json["redirectUrl"])).searchParams.get("code") ?? "";
  const form = { grant_type: "authorization_code", client_id: place.clientId, code, code_verifier: verifier };
  const { body } = await oauthOf(plane).token(form);
  assert.equal((await assertionFor(place, "bob")).status, 200);
  await owner.client.createOauthGrant({ body: { request: await requestFor(place) } });
  await setPolicy(place, { issuers: [company.issuer] });
  const renewal = { grant_type: "refresh_token", client_id: place.clientId, refresh_token: body["refresh_token"] };
  assert.equal((await oauthOf(plane).token(renewal)).error, "invalid_grant");
  const params = { endpointId: place.endpointId };
  const { items } = await owner.client.listEndpointOauthGrants({ params, query: {} });
  assert.deepEqual(items.map(({ caller, status }) => `${caller?.subject ?? "a user"}: ${status}`).toSorted(), [
    "a user: active",
    "bob: active",
    "eve: revoked",
  ]);
  await setPolicy(place, { issuers: [fake.issuer] });
  assert.equal((await oauthOf(plane).token(renewal)).error, "invalid_grant", "what has ended does not begin again");
});

test("says before the sign-in who asks for what, and offers each provider once, as the policy takes its people", async () => {
  const place = await openSignIn(owner.client);
  const look = async () => {
    const { json } = await openBrowser(plane).get(`/api/callers/consent-request?request=${await requestFor(place)}`);
    return json as unknown as { client: { name: string }; endpoint: { url: string }; providers: object[] };
  };
  const { client, endpoint, providers } = await look();
  assert.deepEqual([client.name, endpoint.url], ["Assistant", place.resource]);
  const byConsole = [
    { name: "Company", use: "console" },
    { name: "Customers", use: "console" },
  ];
  assert.partialDeepStrictEqual(providers, byConsole);
  assert.equal(providers.length, 2);
  await setPolicy(place, { issuers: [fake.issuer] });
  const later = (await look()).providers;
  assert.partialDeepStrictEqual(later, [
    { name: "Customers", use: "callers" },
    { name: "Company", use: "console" },
  ]);
  assert.equal(later.length, 2);
});

test("a policy names no issuer at first, and says which it names; anybody may read whom that is", async () => {
  const place = await openSignIn(owner.client);
  const named = await setPolicy(place, {});
  assert.deepEqual(named.caller.oauth?.issuers, []);
  await assert.rejects(setPolicy(place, { issuers: ["no address"] }), { code: "VALIDATION_ERROR" });
  await assert.rejects(setPolicy(place, { issuers: [fake.issuer, fake.issuer] }), { code: "VALIDATION_ERROR" });
  const { items } = await (await plane.signInAs("operator")).listCallerIssuers({});
  assert.deepEqual(items, [
    { issuer: company.issuer, name: "Company", signsIn: false, vouches: true, domains: [] },
    { issuer: fake.issuer, name: "Customers", signsIn: true, vouches: false, domains: ["acme.example"] },
  ]);
});
