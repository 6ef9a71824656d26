import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { decodeJwt } from "jose";
import { startFakeProvider, type FakeProvider } from "../../../people/identity/testing/fake-provider.ts";
import { recordExecutions } from "../../../whole/recording/record-executions.ts";
import { record } from "../../../observed/executions/testing/reports.ts";
import { openBrowser, type Browser } from "../../../people/identity/testing/sign-in-by.ts";
import { startTestControlPlane, type SignedIn, type TestControlPlane } from "../../../testing/test-control-plane.ts";
import { oauthOf, openSignIn, requestOf, verifier } from "../testing/oauth-of.ts";

let plane: TestControlPlane;
let fake: FakeProvider;
let other: FakeProvider;
let owner: SignedIn;
let [providerId, otherId] = ["", ""];
let place: Awaited<ReturnType<typeof openSignIn>>;

before(async () => {
  [fake, other] = await Promise.all([startFakeProvider(), startFakeProvider()]);
  plane = await startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] });
  owner = await plane.session("owner");
  const add = async (name: string, { issuer, clientId, clientSecret }: FakeProvider, use: "callers" | "both") => {
    const body = { name, issuer, clientId, clientSecret, use, otherRole: "developer" as const };
    return (await owner.client.createIdentityProvider({ body })).id;
  };
  [providerId, otherId] = [await add("Acme", fake, "callers"), await add("Other", other, "both")];
  place = await openSignIn(owner.client, { issuers: [fake.issuer, other.issuer] });
});
after(async () => {
  await plane?.[Symbol.asyncDispose]();
  await fake?.[Symbol.asyncDispose]();
  await other?.[Symbol.asyncDispose]();
});

const change = (id: string, body: object) => owner.client.updateIdentityProvider({ params: { providerId: id }, body });
const begin = async (browser: Browser, id = providerId): Promise<string> =>
  String((await browser.post(`/api/callers/providers/${id}/begin`, undefined)).json["url"]);
const claims = (sub: string) => ({ sub, email: `${sub}@acme.example`, email_verified: true });
const complete = (browser: Browser, body: object) => browser.post("/api/callers/complete", body);

async function signIn(sub: string, more: object = {}, browser = openBrowser(plane)): Promise<Browser> {
  const answer = await complete(browser, fake.answer(await begin(browser), { ...claims(sub), ...more }));
  assert.equal(answer.status, 200, answer.text);
  return browser;
}

const asked = async () => requestOf(await oauthOf(plane).authorize(place.asked));

async function allow(browser: Browser) {
  const answer = await browser.post("/api/callers/oauth-grants", { request: await asked() });
  assert.equal(answer.status, 200, answer.text);
  const code = new URL(String(answer.json["redirectUrl"])).searchParams.get("code") ?? "";
  const form = { grant_type: "authorization_code", client_id: place.clientId, code, code_verifier: verifier };
  const { body } = await oauthOf(plane).token(form);
  return { id: String(answer.json["id"]), body };
}

const refresh = (token: string | undefined) =>
  oauthOf(plane).token({ grant_type: "refresh_token", client_id: place.clientId, refresh_token: token });
const grantsOf = async (browser: Browser) =>
  ((await browser.get("/api/callers/oauth-grants")).json as unknown as { items: { id: string; status: string }[] })
    .items;

test("a caller without an account allows a program, sees it, and ends it", async () => {
  const browser = await signIn("ada");
  const consent = await browser.get(`/api/callers/oauth-consent?request=${await asked()}`);
  assert.equal((consent.json["client"] as { name: string }).name, "Assistant");
  const { id, body } = await allow(browser);
  const token = decodeJwt(body["access_token"] ?? "");
  assert.deepEqual(
    [token["caller_issuer"], token["caller_subject"], token["email"]],
    [fake.issuer, "ada", "ada@acme.example"],
  );
  assert.match(String(token.sub), /^caller_/, "no subject of a provider is the id of a user");
  const renewed = await refresh(body["refresh_token"]);
  assert.equal(renewed.status, 200, renewed.description ?? "");
  assert.equal(decodeJwt(renewed.body["access_token"] ?? "").sub, token.sub);
  const { items } = await owner.client.listEndpointOauthGrants({ params: { endpointId: place.endpointId }, query: {} });
  const shown = items.find((grant) => grant.id === id);
  assert.deepEqual([shown?.user, shown?.caller?.subject], [null, "ada"]);
  assert.deepEqual(
    (await grantsOf(browser)).map((grant) => grant.id),
    [id],
  );
  const ended = await browser.get("/api/callers/session");
  assert.equal((ended.json["caller"] as { email: string }).email, "ada@acme.example");
  const headers = { cookie: `ferrule_caller=${browser.cookies.get("ferrule_caller") ?? ""}` };
  assert.equal((await plane.request(`/api/callers/oauth-grants/${id}`, { method: "DELETE", headers })).status, 204);
  assert.equal((await refresh(renewed.body["refresh_token"])).error, "invalid_grant");
  assert.deepEqual((await owner.client.listUsers({ query: { q: "ada@acme" } })).items, [], "and no account was made");
});

test("a caller reaches nothing of another caller, nor of the management API", async () => {
  const [ada, eve] = [await signIn("ada-2"), await signIn("eve-2")];
  const { id } = await allow(ada);
  assert.deepEqual(await grantsOf(eve), []);
  const value = eve.cookies.get("ferrule_caller") ?? "";
  const foreign = await plane.request(`/api/callers/oauth-grants/${id}`, {
    method: "DELETE",
    headers: { cookie: `ferrule_caller=${value}` },
  });
  assert.equal(foreign.status, 404);
  for (const cookie of [`ferrule_caller=${value}`, `ferrule_session=${value}`]) {
    for (const path of ["/api/auth/me", "/api/functions", "/api/account/oauth-grants", "/api/users"]) {
      assert.equal((await plane.request(path, { headers: { cookie } })).status, 401, path);
    }
  }
  const session = /ferrule_session=([^;]+)/.exec(owner.headers()["cookie"] ?? "")?.[1] ?? "";
  const asCaller = { headers: { cookie: `ferrule_caller=${session}` } };
  assert.equal((await plane.request("/api/callers/oauth-grants", asCaller)).status, 401, "a session is no caller");
});

test("a sign-in is refused that another browser, use or provider began, or that is sent twice", async () => {
  const [browser, victim] = [openBrowser(plane), openBrowser(plane)];
  const answer = fake.answer(await begin(browser), claims("mallory"));
  assert.equal((await complete(victim, answer)).status, 401, "login CSRF: no cookie of this flow");
  await begin(victim);
  assert.equal((await complete(victim, answer)).status, 401, "login CSRF: another flow");
  assert.equal((await browser.post("/api/auth/providers/complete", answer)).status, 401, "a caller gets no session");
  const flow = browser.cookies.get("ferrule_flow") ?? "";
  const mixedUp = { ...answer, iss: other.issuer };
  assert.equal((await complete(browser, mixedUp)).status, 401, "mix-up: the answer of another issuer");
  const again = openBrowser(plane);
  again.cookies.set("ferrule_flow", flow);
  assert.equal((await complete(again, answer)).status, 401, "taken once");
  const crossed = openBrowser(plane);
  const { state } = fake.answer(await begin(crossed), claims("mallory"));
  const theirs = other.answer(await begin(openBrowser(plane), otherId), claims("mallory"));
  assert.equal(
    (await complete(crossed, { ...theirs, state, iss: fake.issuer })).status,
    401,
    "the code of another provider",
  );
  const console = openBrowser(plane);
  const { json } = await console.post(`/api/auth/providers/${otherId}/begin`, undefined);
  const forConsole = other.answer(String(json["url"]), claims("mallory"));
  assert.equal((await complete(console, forConsole)).status, 401, "a sign-in to the console is none of a caller");
  assert.equal((await console.post(`/api/auth/providers/${providerId}/begin`, undefined)).status, 404);
});

test("callerDomains asks for a verified address there, and ends what others allowed", async () => {
  const outsider = await signIn("bob", { email: "bob@elsewhere.example" });
  const insider = await signIn("carol");
  const [{ body: theirs }, { body: ours }] = [await allow(outsider), await allow(insider)];
  await change(providerId, { callerDomains: ["acme.example"] });
  assert.equal((await refresh(theirs["refresh_token"])).error, "invalid_grant");
  assert.equal((await refresh(ours["refresh_token"])).status, 200);
  assert.equal((await outsider.get("/api/callers/oauth-grants")).status, 401, "they are signed out, too");
  for (const wrong of [{ email: "x@elsewhere.example" }, { email_verified: false }, { email: "x@sub.acme.example" }]) {
    const browser = openBrowser(plane);
    const answer = await complete(browser, fake.answer(await begin(browser), { ...claims("dan"), ...wrong }));
    assert.deepEqual([answer.status, answer.json.error.code], [403, "FORBIDDEN"], JSON.stringify(wrong));
    assert.equal(browser.cookies.has("ferrule_caller"), false);
  }
  await change(providerId, { callerDomains: [] });
});

test("signing out ends the session, so a copy of its cookie opens nothing", async () => {
  const browser = await signIn("gina");
  const { body } = await allow(browser);
  const copy = openBrowser(plane);
  copy.cookies.set("ferrule_caller", browser.cookies.get("ferrule_caller") ?? "");
  assert.equal((await copy.get("/api/callers/oauth-grants")).status, 200);
  const headers = { cookie: `ferrule_caller=${browser.cookies.get("ferrule_caller") ?? ""}` };
  assert.equal((await plane.request("/api/callers/session", { method: "DELETE", headers })).status, 204);
  assert.equal((await copy.get("/api/callers/oauth-grants")).status, 401);
  assert.equal((await copy.get("/api/callers/session")).json["caller"], null);
  assert.equal((await plane.request("/api/callers/session", { method: "DELETE", headers })).status, 401);
  assert.equal((await refresh(body["refresh_token"])).status, 200, "what they allowed stays");
});

test("a sign-out at the provider ends a caller's sessions; what they allowed only where the provider is set up so", async () => {
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  let made = 0;
  const logout = async (named: object) => {
    const times = { iat: Math.floor(Date.now() / 1_000), exp: Math.floor(Date.now() / 1_000) + 60 };
    const given = {
      iss: fake.issuer,
      aud: fake.clientId,
      jti: `caller-logout-${(made += 1)}`,
      events,
      ...times,
      ...named,
    };
    const form = new URLSearchParams({ logout_token: await fake.sign(given) });
    return (await fetch(`${plane.url}/oauth/backchannel-logout`, { method: "POST", body: form })).status;
  };
  const [first, second, bystander] = [
    await signIn("hana", { sid: "sid-h1" }),
    await signIn("hana", { sid: "sid-h2" }),
    await signIn("ivan", { sid: "sid-i" }),
  ];
  const { body } = await allow(first);
  const isOpen = async (browser: Browser) => (await browser.get("/api/callers/oauth-grants")).status === 200;
  assert.equal(await logout({ sid: "sid-h1" }), 200);
  assert.deepEqual([await isOpen(first), await isOpen(second), await isOpen(bystander)], [false, true, true]);
  const renewed = await refresh(body["refresh_token"]);
  assert.equal(renewed.status, 200);
  await change(providerId, { logoutEndsConsents: true });
  assert.equal(await logout({ sub: "hana" }), 200);
  assert.deepEqual([await isOpen(second), await isOpen(bystander)], [false, true]);
  assert.equal((await refresh(renewed.body["refresh_token"])).error, "invalid_grant");
  const { items } = await owner.client.listAuditEvents({ query: { action: "caller.logout", targetId: "hana" } });
  assert.equal(items.length, 2);
  await change(providerId, { logoutEndsConsents: false });
});

test("a call shows as the last use of its consent, coarsely, and of no other", async () => {
  const [ada, eve] = [await signIn("judy"), await signIn("kate")];
  const [{ id, body }, other] = [await allow(ada), await allow(eve)];
  const token = decodeJwt(body["access_token"] ?? "");
  const { items } = await owner.client.listEndpointOauthGrants({ params: { endpointId: place.endpointId }, query: {} });
  const { projectId } = items[0] ?? { projectId: "" };
  const called = async (subject: unknown, seconds: number) => {
    const caller = {
      kind: "jwt" as const,
      id: String(token.sub),
      name: null,
      issuer: String(token["caller_issuer"]),
      subject: String(subject),
      clientId: place.clientId,
    };
    const startedAt = new Date(Date.now() + seconds * 1_000).toISOString();
    await recordExecutions(plane.app, [record(projectId, { endpointId: place.endpointId, caller, startedAt })]);
    return startedAt;
  };
  const lastUse = async (browser: Browser, grantId: string) => {
    const listed = (await browser.get("/api/callers/oauth-grants")).json as unknown as {
      items: { id: string; lastUsedAt: string }[];
    };
    return listed.items.find((grant) => grant.id === grantId)?.lastUsedAt;
  };
  const untouched = await lastUse(eve, other.id);
  const at = await called(token["caller_subject"], 120);
  assert.equal(await lastUse(ada, id), at);
  await called(token["caller_subject"], 150);
  assert.equal(await lastUse(ada, id), at, "at most once a minute");
  await called(token["caller_subject"], 30);
  assert.equal(await lastUse(ada, id), at, "an older call moves nothing back");
  assert.equal(await lastUse(eve, other.id), untouched);
});

for (const [how, body] of Object.entries({
  "is disabled": { status: "disabled" },
  "is for the console only": { use: "console" },
})) {
  test(`when the provider ${how}, its callers are out and what they allowed ends`, async () => {
    const browser = await signIn("erin");
    const { id, body: tokens } = await allow(browser);
    await change(providerId, body);
    assert.equal((await refresh(tokens["refresh_token"])).error, "invalid_grant");
    assert.equal((await browser.get("/api/callers/oauth-grants")).status, 401);
    assert.equal((await browser.post(`/api/callers/providers/${providerId}/begin`, undefined)).status, 404);
    await change(providerId, { status: "active", use: "callers" });
    assert.equal((await grantsOf(browser)).find((grant) => grant.id === id)?.status, "revoked", "and stays ended");
  });
}

test("removing a provider ends what its callers allowed", async () => {
  const browser = await signIn("frank");
  const { body: tokens } = await allow(browser);
  await owner.client.deleteIdentityProvider({ params: { providerId } });
  assert.equal((await refresh(tokens["refresh_token"])).error, "invalid_grant");
  assert.equal((await browser.get("/api/callers/oauth-grants")).status, 401);
});
