import assert from "node:assert/strict";
import { before, test } from "node:test";
import { newIdentityProvider } from "@ferrule/contract/resources/identity-provider.ts";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { keepSettingsProviders } from "./keep-settings-providers.ts";
import { recheckSignIns } from "./recheck-sign-ins.ts";
import { startFakeProvider } from "./testing/fake-provider.ts";
import { begin, openBrowser, signInBy } from "./testing/sign-in-by.ts";
import { startTestControlPlane, testPassword } from "../../testing/test-control-plane.ts";

const plane = duringTests(() => startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] }));
const provider = duringTests(startFakeProvider);
const owner = duringTests(async () => plane.signIn(await plane.createUser("owner")));
let providerId = "";

const roles = [
  { group: "ferrule-admins", role: "admin" as const },
  { group: "ferrule-devs", role: "developer" as const },
];
let people = 0;
const person = (more: Record<string, unknown> = {}) => {
  const sub = `person-${(people += 1)}`;
  return { sub, email: `${sub}@acme.example`, email_verified: true, name: "Ada", groups: ["ferrule-devs"], ...more };
};

before(async () => {
  const { issuer, clientId, clientSecret } = provider;
  const body = { name: "Acme", issuer, clientId, clientSecret, roles };
  providerId = (await owner.client.createIdentityProvider({ body })).id;
});

const change = (body: object) => owner.client.updateIdentityProvider({ params: { providerId }, body });
const auditOf = async (targetId: string) =>
  (await owner.client.listAuditEvents({ query: { targetId } })).items.map(({ action }) => action);
const userOf = (answer: { json: Record<string, unknown> }) =>
  (answer.json as unknown as { user: { id: string; role: string; email: string; name: string } }).user;

test("the first sign-in makes the user, with the role of their groups, and everything is audited", async () => {
  const browser = openBrowser(plane);
  const ada = person({ groups: ["everyone", "ferrule-devs", "ferrule-admins"] });
  const answer = await signInBy(browser, provider, providerId, ada);
  assert.equal(answer.status, 200, answer.text);
  const { id, role, email, name } = userOf(answer);
  assert.deepEqual({ role, email, name }, { role: "admin", email: ada.email, name: "Ada" });
  assert.equal((await browser.get("/api/auth/me")).status, 200);
  assert.equal(browser.cookies.has("ferrule_flow"), false, "the sign-in is over");
  assert.deepEqual(await auditOf(id), ["auth.login", "user.create"]);
});

test("the role follows the groups at each sign-in, and whoever lost them all is out at once", async () => {
  const [ada, browser] = [person(), openBrowser(plane)];
  const { id } = userOf(await signInBy(browser, provider, providerId, ada));
  const promoted = await signInBy(openBrowser(plane), provider, providerId, { ...ada, groups: ["ferrule-admins"] });
  assert.deepEqual([userOf(promoted).id, userOf(promoted).role], [id, "admin"]);
  const refused = await signInBy(openBrowser(plane), provider, providerId, { ...ada, groups: ["gardeners"] });
  assert.deepEqual([refused.status, refused.json.error.code], [403, "FORBIDDEN"]);
  assert.match(refused.json.error.message, /none of your groups has a role/);
  assert.equal((await browser.get("/api/auth/me")).status, 401, "the earlier session has ended");
  assert.equal((await owner.client.getUser({ params: { userId: id } })).status, "disabled");
  const back = await signInBy(openBrowser(plane), provider, providerId, ada);
  assert.equal(userOf(back).role, "developer", "the provider disabled the account, so it enables it again");
});

test("somebody without a role is refused in plain words, and no user is made", async () => {
  const stranger = person({ groups: [] });
  const refused = await signInBy(openBrowser(plane), provider, providerId, stranger);
  assert.equal(refused.status, 403);
  const { items } = await owner.client.listUsers({ query: { q: stranger.email } });
  assert.deepEqual(items, []);
});

test("an account that an administrator disabled stays disabled", async () => {
  const ada = person();
  const { id } = userOf(await signInBy(openBrowser(plane), provider, providerId, ada));
  await owner.client.updateUser({ params: { userId: id }, body: { status: "disabled" } });
  const refused = await signInBy(openBrowser(plane), provider, providerId, ada);
  assert.deepEqual([refused.status, refused.json.error.code], [403, "ACCOUNT_DISABLED"]);
});

test("an administrator's word on an account counts more than what the provider said before", async () => {
  const ada = person();
  const { id: userId } = userOf(await signInBy(openBrowser(plane), provider, providerId, ada));
  await signInBy(openBrowser(plane), provider, providerId, { ...ada, groups: [] });
  for (const status of ["active", "disabled"] as const) {
    await owner.client.updateUser({ params: { userId }, body: { status } });
  }
  const refused = await signInBy(openBrowser(plane), provider, providerId, ada);
  assert.deepEqual([refused.status, refused.json.error.code], [403, "ACCOUNT_DISABLED"]);
});

test("an account with a password is taken over by nobody unless an owner says so, and the address is verified", async () => {
  const known = await plane.createUser("developer");
  const claims = person({ email: known.email });
  const refused = await signInBy(openBrowser(plane), provider, providerId, claims);
  assert.match(refused.json.error.message, /account with your address already/);
  await change({ linkByEmail: true });
  const unverified = await signInBy(openBrowser(plane), provider, providerId, { ...claims, email_verified: false });
  assert.match(unverified.json.error.message, /has not verified your e-mail address/);
  const linked = await signInBy(openBrowser(plane), provider, providerId, claims);
  assert.equal(userOf(linked).id, known.id);
  const another = await signInBy(openBrowser(plane), provider, providerId, person({ email: known.email }));
  assert.equal(another.status, 403, "a second person of the same address is another one");
  await change({ linkByEmail: false });
});

test("a person is known by the subject: a changed address opens nobody else's account", async () => {
  const [ada, victim] = [person(), await plane.createUser("admin")];
  const { id } = userOf(await signInBy(openBrowser(plane), provider, providerId, ada));
  const again = await signInBy(openBrowser(plane), provider, providerId, { ...ada, email: victim.email });
  assert.deepEqual([userOf(again).id, userOf(again).email], [id, ada.email]);
});

test("the last active owner and the owner of the last resort keep their role, whatever the groups say", async () => {
  await using alone = await startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] });
  const { client } = await alone.signIn({ id: "", email: alone.settings.ownerEmail, role: "owner" });
  const { issuer, clientId, clientSecret } = provider;
  const body = { name: "Acme", issuer, clientId, clientSecret, roles, linkByEmail: true };
  const { id } = await client.createIdentityProvider({ body });
  const answer = await signInBy(openBrowser(alone), provider, id, person({ email: alone.settings.ownerEmail }));
  assert.equal(userOf(answer).role, "owner", answer.text);
});

test("with the company's sign-in alone, passwords and links are for the owner of the last resort", async () => {
  const other = await plane.signIn(await plane.createUser("admin"));
  const before = await owner.client.getSignInPolicy({});
  const nobody = { localSignIn: "break-glass" as const, breakGlassUserId: other.user.id };
  await assert.rejects(owner.client.updateSignInPolicy({ body: nobody }), { code: "INVALID_STATE" });
  const body = { localSignIn: "break-glass" as const, breakGlassUserId: owner.user.id };
  await owner.client.updateSignInPolicy({ body, headers: { "if-match": `"${before.revision}"` } });
  try {
    assert.equal((await other.request("/api/auth/me")).status, 401, "sessions of passwords have ended");
    const browser = openBrowser(plane);
    const told = async (email: string, password: string) => {
      const answer = await openBrowser(plane).post("/api/auth/login", { email, password });
      return [answer.status, answer.json.error.code, answer.json.error.message, answer.headers.has("set-cookie")];
    };
    const refused = await told(other.user.email, testPassword);
    assert.deepEqual(refused.slice(0, 2), [403, "FORBIDDEN"]);
    const wrong = `not ${testPassword}`;
    for (const [email, why] of [
      [other.user.email, "of a user"],
      [owner.user.email, "of the owner of the last resort"],
      ["nobody@example.com", "of nobody"],
    ] as const) {
      assert.deepEqual(await told(email, wrong), refused, `a wrong password ${why} is told as a right one is`);
    }
    const kept = await browser.post("/api/auth/login", { email: owner.user.email, password: testPassword });
    assert.equal(kept.status, 200);
    assert.equal((await signInBy(openBrowser(plane), provider, providerId, person())).status, 200);
    const options = await openBrowser(plane).get("/api/auth/options");
    assert.deepEqual(options.json, { local: false, providers: [{ id: providerId, name: "Acme" }] });
    const userId = owner.user.id;
    await assert.rejects(
      (await plane.signIn(owner.user)).client.updateUser({ params: { userId }, body: { role: "admin" } }),
      { code: "INVALID_STATE" },
    );
  } finally {
    await owner.client.updateSignInPolicy({ body: { localSignIn: "everyone" } });
  }
});

test("signing out names the provider's address with the ID token as a hint", async () => {
  const browser = openBrowser(plane);
  await signInBy(browser, provider, providerId, person());
  const { url } = (await browser.get("/api/auth/provider-logout")).json as unknown as { url: string };
  const { searchParams, origin, pathname } = new URL(url);
  assert.equal(origin + pathname, `${provider.issuer}/end`);
  assert.equal(searchParams.get("post_logout_redirect_uri"), `${plane.settings.publicUrl}/`);
  assert.equal(searchParams.get("id_token_hint")?.split(".").length, 3);
  assert.deepEqual((await owner.request("/api/auth/provider-logout")).json, { url: null });
});

test("whoever the provider no longer stands for is out when it is asked again; a silent provider ends nothing", async () => {
  const browser = openBrowser(plane);
  await signInBy(browser, provider, providerId, person());
  await recheckSignIns(plane.app, 0);
  assert.equal((await browser.get("/api/auth/me")).status, 200);
  assert.ok(provider.asked.some((form) => form.get("refresh_token") === "first"));
  provider.wrongs.refreshError = "temporarily_unavailable";
  await recheckSignIns(plane.app, 0);
  assert.equal((await browser.get("/api/auth/me")).status, 200);
  assert.equal(provider.asked.at(-1)?.get("refresh_token"), "next", "a rotated one takes the place of the first");
  provider.wrongs.refreshError = "invalid_grant";
  await recheckSignIns(plane.app, 0);
  assert.equal((await browser.get("/api/auth/me")).status, 401);
  delete provider.wrongs.refreshError;
});

test("removing a provider ends the sessions that it opened, and its people stay users", async () => {
  await using alone = await startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] });
  const { client } = await alone.signIn(await alone.createUser("owner"));
  const { issuer, clientId, clientSecret } = provider;
  const { id } = await client.createIdentityProvider({ body: { name: "Acme", issuer, clientId, clientSecret, roles } });
  const browser = openBrowser(alone);
  const user = userOf(await signInBy(browser, provider, id, person()));
  await client.deleteIdentityProvider({ params: { providerId: id } });
  assert.equal((await browser.get("/api/auth/me")).status, 401);
  assert.equal((await client.getUser({ params: { userId: user.id } })).status, "active");
});

test("the test of a provider says what is wrong, step by step", async () => {
  const tested = async (body: object) => {
    const { issuer, clientId, clientSecret } = provider;
    const given = { name: "Tested", issuer, clientId: `${clientId}-t`, clientSecret, ...body };
    const { id } = await owner.client.createIdentityProvider({ body: given });
    const { steps } = await owner.client.testIdentityProvider({ params: { providerId: id } });
    await owner.client.deleteIdentityProvider({ params: { providerId: id } });
    return Object.fromEntries(steps.map(({ step, outcome, message }) => [step, `${outcome}: ${message}`]));
  };
  assert.match((await tested({ issuer: "http://127.0.0.1:9" }))["discovery"] ?? "", /failed: Nothing answers/);
  assert.match(
    (await tested({ issuer: `${provider.issuer}/tenant` }))["discovery"] ?? "",
    /failed: There is no OpenID/,
  );
  assert.match((await tested({ issuer: "http://10.255.255.1" }))["discovery"] ?? "", /failed: .*EGRESS_ALLOW_PRIVATE/);
  assert.match((await tested({}))["client"] ?? "", /failed: The provider does not know this client/);
  const { steps } = await owner.client.testIdentityProvider({ params: { providerId } });
  const told = Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]));
  assert.deepEqual([told["discovery"], told["keys"], told["client"]], ["ok", "ok", "ok"]);
  await signInBy(openBrowser(plane), provider, providerId, person({ email: undefined }));
  const after = await owner.client.testIdentityProvider({ params: { providerId } });
  const claims = after.steps.find(({ step }) => step === "claims");
  assert.match(claims?.message ?? "", /brought no e-mail claim "email". It brought: /);
});

test("a provider that is off, or that nobody set up, begins nothing", async () => {
  const browser = openBrowser(plane);
  await change({ status: "disabled" });
  assert.match(await begin(browser, providerId), /NOT_FOUND/);
  await change({ status: "active" });
  assert.match(await begin(browser, "idp_unknown"), /NOT_FOUND/);
});

test("providers of the settings are kept as the settings say, and the API changes nothing of them", async () => {
  const { issuer, clientId, clientSecret } = provider;
  const given = (more: object) => [newIdentityProvider.parse({ name: "Set", issuer, clientId, clientSecret, ...more })];
  const egressAllowPrivate = ["127.0.0.0/8"];
  await using set = await startTestControlPlane({
    egressAllowPrivate,
    identityProviders: given({ otherRole: "admin" }),
  });
  const { client } = await set.signIn(await set.createUser("owner"));
  const list = async () => (await client.listIdentityProviders({ query: {} })).items;
  const [first] = await list();
  assert.deepEqual([first?.name, first?.managedBy, first?.revision], ["Set", "settings", 1]);
  const params = { providerId: first?.id ?? "" };
  await assert.rejects(client.updateIdentityProvider({ params, body: { name: "Mine" } }), { code: "INVALID_STATE" });
  assert.equal((await signInBy(openBrowser(set), provider, params.providerId, person())).status, 200);
  const keep = (identityProviders: ReturnType<typeof given>) =>
    keepSettingsProviders({ ...set.app, settings: { ...set.app.settings, identityProviders } });
  await keep(given({ otherRole: "admin" }));
  assert.equal((await list())[0]?.revision, 1, "nothing has changed");
  await keep(given({ otherRole: "admin", clientSecret: "another" }));
  assert.equal((await list())[0]?.revision, 2, "the client secret is another one");
  await keep([]);
  assert.deepEqual(await list(), []);
});
