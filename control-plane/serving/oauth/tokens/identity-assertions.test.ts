import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { startFakeProvider, type FakeProvider } from "../../../people/identity/testing/fake-provider.ts";
import { openBrowser, signInBy } from "../../../people/identity/testing/sign-in-by.ts";
import { startTestControlPlane, type SignedIn, type TestControlPlane } from "../../../testing/test-control-plane.ts";
import { oauthOf, openSignIn, redirectUri } from "../testing/oauth-of.ts";

const grant_type = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const typ = "oauth-id-jag+jwt";
type Claims = Record<string, unknown>;
type Form = Record<string, string | undefined>;

let plane: TestControlPlane;
let fake: FakeProvider;
let untrusted: FakeProvider;
let owner: SignedIn;
let providerId: string;
let place: Awaited<ReturnType<typeof openSignIn>>;
let elsewhere: Awaited<ReturnType<typeof openSignIn>>;
let params: { endpointId: string };
let assertions = 0;

const nowIs = () => Math.floor(Date.now() / 1_000);
const scopes = ["orders:write", "admin:all"].map((name) => ({ name, description: name, targets: [name] }));
const people = { email_verified: true };

before(async () => {
  [fake, untrusted] = await Promise.all([startFakeProvider(), startFakeProvider()]);
  plane = await startTestControlPlane({ egressAllowPrivate: ["127.0.0.0/8"] });
  owner = await plane.session("owner");
  const add = async (name: string, { issuer, clientId, clientSecret }: FakeProvider, identityAssertions: boolean) => {
    const body = { name, issuer, clientId, clientSecret, identityAssertions, otherRole: "developer" as const };
    return (await owner.client.createIdentityProvider({ body })).id;
  };
  providerId = await add("Acme", fake, true);
  await add("Other", untrusted, false);
  place = await openSignIn(owner.client, { scopes, issuers: [fake.issuer] });
  elsewhere = await openSignIn(await plane.signInAs("admin", (await plane.createProject()).id), {
    issuers: [fake.issuer],
  });
  params = { endpointId: place.endpointId };
});
after(async () => {
  await plane?.[Symbol.asyncDispose]();
  await fake?.[Symbol.asyncDispose]();
  await untrusted?.[Symbol.asyncDispose]();
});

const claimsOf = (change: Claims = {}): Claims => {
  const usual = {
    iss: fake.issuer,
    sub: "ada",
    aud: plane.settings.publicUrl,
    client_id: place.clientId,
    resource: place.resource,
    jti: `jag-${(assertions += 1)}`,
    iat: nowIs(),
    exp: nowIs() + 300,
    email: "ada@acme.example",
    ...people,
    ...change,
  };
  return Object.fromEntries(Object.entries(usual).filter(([, value]) => value !== undefined));
};
const vouch = (change: Claims = {}, header: Claims = {}) => fake.sign(claimsOf(change), { typ, ...header });
const ask = (assertion: string | undefined, change: Form = {}) =>
  oauthOf(plane).token({ grant_type, assertion, client_id: place.clientId, ...change });
const granted = async (change: Claims = {}, form: Form = {}) => {
  const answer = await ask(await vouch(change), form);
  assert.equal(answer.status, 200, answer.description ?? "");
  return decodeJwt(answer.body["access_token"] ?? "");
};
const grants = async () => (await owner.client.listEndpointOauthGrants({ params, query: { limit: 200 } })).items;
const change = (body: object) => owner.client.updateIdentityProvider({ params: { providerId }, body });

/** Everything that a refused request must leave as it was. */
const stateOf = () =>
  plane.app.store.inInstallation(async ({ tx }) => ({
    grants: await tx.selectFrom("oauthGrants").select(["id", "revokedAt"]).orderBy("id").execute(),
    assertions: await tx.selectFrom("oauthAssertions").select("sha256").orderBy("sha256").execute(),
  }));

test("a program gets a token in the name of a person for whom the company vouches, and no refresh token", async () => {
  const { status, body, description } = await ask(await vouch({ scope: "openid call orders:write" }));
  assert.equal(status, 200, description ?? "");
  assert.deepEqual(
    [body["scope"], body["token_type"], body["refresh_token"]],
    ["call orders:write", "Bearer", undefined],
  );
  const token = decodeJwt(body["access_token"] ?? "");
  const { aud, caller_issuer, caller_subject, email, client_id } = token;
  assert.deepEqual([aud, caller_issuer, caller_subject], [place.resource, fake.issuer, "ada"]);
  assert.deepEqual([email, client_id], ["ada@acme.example", place.clientId]);
  assert.match(String(token.sub), /^caller_/, "no subject of a provider is the id of a user");
  const again = await granted();
  assert.deepEqual([again["gid"], again.sub], [token["gid"], token.sub], "one consent for all of them");
  const shown = (await grants()).find(({ id }) => id === token["gid"]);
  assert.deepEqual(
    [shown?.byCompany, shown?.user, shown?.caller?.subject, shown?.status],
    [true, null, "ada", "active"],
  );
  assert.deepEqual((await owner.client.listUsers({ query: { q: "ada@acme" } })).items, [], "no account was made");
  const { items } = await owner.client.listAuditEvents({ query: { action: "oauth-grant.create", limit: 1 } });
  assert.equal(items[0]?.target.id, token["gid"]);
});

test("the scopes are those that were both asked for and vouched for", async () => {
  const scopeOf = async (vouched: string | undefined, scope: string | undefined) =>
    (await granted({ scope: vouched }, { scope }))["scope"];
  assert.equal(await scopeOf(undefined, undefined), "call");
  assert.equal(await scopeOf("call orders:write", undefined), "call orders:write");
  assert.equal(await scopeOf("call orders:write", "call admin:all"), "call");
  assert.equal(await scopeOf("orders:write of-another-server", undefined), "orders:write");
});

test("a new address of the person is told from the next assertion on, and held to callerDomains", async () => {
  const { gid } = await granted({ sub: "grace", email: "grace@acme.example" });
  const moved = await granted({ sub: "grace", email: "hopper@acme.example", scope: "orders:write" });
  assert.deepEqual([moved["gid"], moved["email"]], [gid, "hopper@acme.example"]);
  const shown = (await grants()).find(({ id }) => id === gid);
  assert.deepEqual([shown?.caller?.email, shown?.scopes], ["hopper@acme.example", ["orders:write"]]);
});

test("an address that nobody has verified is not told", async () => {
  assert.equal((await granted({ sub: "eve", email_verified: undefined }))["email"], undefined);
});

test("the metadata says so, while a provider may give consent", async () => {
  const read = async () =>
    (await (await fetch(`${plane.url}/.well-known/oauth-authorization-server`)).json()) as Record<string, string[]>;
  const offered = await read();
  assert.ok(offered["grant_types_supported"]?.includes(grant_type));
  const profile = "urn:ietf:params:oauth:grant-profile:id-jag";
  assert.deepEqual(offered["authorization_grant_profiles_supported"], [profile]);
  await change({ identityAssertions: false });
  const after = await read();
  assert.ok(!after["grant_types_supported"]?.includes(grant_type));
  assert.equal(after["authorization_grant_profiles_supported"], undefined);
  await change({ identityAssertions: true });
});

const ends: Record<string, [object, object]> = {
  "may give consent no more": [{ identityAssertions: false }, { identityAssertions: true }],
  "is disabled": [{ status: "disabled" }, { status: "active" }],
  "has callers of another domain": [{ callerDomains: ["other.example"] }, { callerDomains: [] }],
};

describe("an assertion is refused, and changes nothing", () => {
  const otherKey = generateKeyPair("ES256");
  const attacks: Record<string, [string, () => Promise<string | undefined>, Form?]> = {
    "that is missing": ["invalid_request", async () => undefined],
    "without a client": ["invalid_request", () => vouch(), { client_id: undefined }],
    "of a client that does not exist": ["invalid_client", () => vouch(), { client_id: "nobody" }],
    "that is no JWT": ["invalid_grant", async () => "not-a-jwt"],
    "of an issuer that nobody set up": ["invalid_grant", () => vouch({ iss: "https://evil.example" })],
    "of a provider that may not give consent": [
      "invalid_grant",
      () => untrusted.sign(claimsOf({ iss: untrusted.issuer }), { typ }),
    ],
    "of one provider in the name of another": ["invalid_grant", () => untrusted.sign(claimsOf(), { typ })],
    "without an issuer": ["invalid_grant", () => vouch({ iss: undefined })],
    "whose issuer is a list": ["invalid_grant", () => vouch({ iss: [fake.issuer] })],
    "whose issuer has a null character": ["invalid_grant", () => vouch({ iss: `${fake.issuer}\0` })],
    "that is not signed": ["invalid_grant", async () => new UnsecuredJWT(claimsOf()).encode()],
    "signed by another key": [
      "invalid_grant",
      async () =>
        new SignJWT(claimsOf())
          .setProtectedHeader({ alg: "ES256", kid: "fake-1", typ })
          .sign((await otherKey).privateKey),
    ],
    "signed with its public key as a secret": [
      "invalid_grant",
      async () => {
        const { keys } = (await (await fetch(`${fake.issuer}/keys`)).json()) as { keys: object[] };
        const header = { alg: "HS256", kid: "fake-1", typ };
        return new SignJWT(claimsOf()).setProtectedHeader(header).sign(Buffer.from(JSON.stringify(keys[0])));
      },
    ],
    "that brings its own key": [
      "invalid_grant",
      async () => {
        const { publicKey, privateKey } = await otherKey;
        const header = { alg: "ES256", typ, jwk: await exportJWK(publicKey) };
        return new SignJWT(claimsOf()).setProtectedHeader(header).sign(privateKey);
      },
    ],
    "of a key that is not known": ["invalid_grant", () => vouch({}, { kid: "fake-2" })],
    "whose claims were changed": [
      "invalid_grant",
      async () => {
        const [header, , signature] = (await vouch()).split(".");
        return [header, Buffer.from(JSON.stringify(claimsOf({ sub: "root" }))).toString("base64url"), signature].join(
          ".",
        );
      },
    ],
    "that is an ID token": ["invalid_grant", () => vouch({}, { typ: "JWT" })],
    "that is an access token": ["invalid_grant", () => vouch({}, { typ: "at+jwt" })],
    "without a type": ["invalid_grant", () => vouch({}, { typ: undefined })],
    "for another server": ["invalid_grant", () => vouch({ aud: "https://elsewhere.example" })],
    "for the token endpoint": ["invalid_grant", () => vouch({ aud: `${plane.settings.publicUrl}/oauth/token` })],
    "for the provider's client": ["invalid_grant", () => vouch({ aud: fake.clientId })],
    "for several servers": [
      "invalid_grant",
      () => vouch({ aud: [plane.settings.publicUrl, "https://elsewhere.example"] }),
    ],
    "without an audience": ["invalid_grant", () => vouch({ aud: undefined })],
    "that has expired": ["invalid_grant", () => vouch({ iat: nowIs() - 900, exp: nowIs() - 60 })],
    "without an end": ["invalid_grant", () => vouch({ exp: undefined })],
    "that lasts a day": ["invalid_grant", () => vouch({ exp: nowIs() + 86_400 })],
    "that is not valid yet": ["invalid_grant", () => vouch({ nbf: nowIs() + 120 })],
    "of tomorrow": ["invalid_grant", () => vouch({ iat: nowIs() + 120 })],
    "without a time": ["invalid_grant", () => vouch({ iat: undefined })],
    "without an id": ["invalid_grant", () => vouch({ jti: undefined })],
    "with an id of 10,000 characters": ["invalid_grant", () => vouch({ jti: "j".repeat(10_000) })],
    "without a subject": ["invalid_grant", () => vouch({ sub: undefined })],
    "whose subject is a number": ["invalid_grant", () => vouch({ sub: 7 })],
    "whose subject has a null character": ["invalid_grant", () => vouch({ sub: "ada\0" })],
    "that was given to another client": ["invalid_grant", () => vouch({ client_id: "another" })],
    "that was given to no client": ["invalid_grant", () => vouch({ client_id: undefined })],
    "that is bound to a key": ["invalid_grant", () => vouch({ cnf: { jkt: "x" } })],
    "for no resource": ["invalid_grant", () => vouch({ resource: undefined })],
    "for two resources": ["invalid_grant", () => vouch({ resource: [place.resource, elsewhere.resource] })],
    "for a resource that is not here": ["invalid_target", () => vouch({ resource: "https://evil.example/mcp" })],
    "for another tenant's endpoint": ["unauthorized_client", () => vouch({ resource: elsewhere.resource })],
    "for another resource than the request": ["invalid_target", () => vouch(), { resource: "x".repeat(10) }],
    "for a scope that does not exist": ["invalid_scope", () => vouch(), { scope: "root" }],
    "for a scope that nobody vouches for": ["invalid_scope", () => vouch({ scope: "call" }), { scope: "admin:all" }],
    "whose scopes are all of other servers": ["invalid_scope", () => vouch({ scope: "root everything" })],
    "whose scope is a list": ["invalid_grant", () => vouch({ scope: ["call"] })],
    "of 20,000 characters": ["invalid_request", async () => "a".repeat(20_000)],
    "that is our own access token": [
      "invalid_grant",
      async () => (await ask(await vouch({ sub: "own" }))).body["access_token"] ?? "",
    ],
  };
  for (const [attack, [error, make, form]] of Object.entries(attacks)) {
    test(`${attack}: ${error}`, async () => {
      const assertion = await make();
      const before = await stateOf();
      const answer = await ask(assertion, form);
      assert.deepEqual(
        [answer.status, answer.error],
        [error === "invalid_client" ? 401 : 400, error],
        answer.description ?? "",
      );
      assert.deepEqual(await stateOf(), before);
      assert.doesNotMatch(answer.description ?? "", /[<>]|select|at .*\.ts/, "nothing of the inside");
    });
  }

  test("that comes a second time, or ten times at once: it is taken once", async () => {
    const assertion = await vouch();
    assert.equal((await ask(assertion)).status, 200);
    assert.equal((await ask(assertion)).error, "invalid_grant");
    const raced = await vouch({ sub: "raced" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(raced)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const several = await Promise.all(Array.from({ length: 5 }, () => granted({ sub: "several" })));
    assert.equal(new Set(several.map(({ gid }) => gid)).size, 1, "one consent, however many come at once");
  });

  test("of a program that registered itself", async () => {
    const open = await openSignIn(owner.client, { registration: true, issuers: [fake.issuer] });
    const { body } = await oauthOf(plane).register({ redirect_uris: [redirectUri] });
    const client_id = body["client_id"] ?? "";
    const answer = await ask(await vouch({ client_id, resource: open.resource }), { client_id });
    assert.equal(answer.error, "unauthorized_client");
  });

  test("of a program with a key that does not prove itself with it", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
    const { kty = "", crv = "", x = "", y = "" } = await exportJWK(publicKey);
    const environment = "development" as const;
    const body = {
      use: "machine" as const,
      name: "Agent",
      environment,
      jwks: { keys: [{ kty, crv, x, y, kid: "a" }] },
    };
    const { id: client_id } = await owner.client.createOauthClient({ params, body });
    const mine = () => vouch({ client_id });
    assert.deepEqual((await ask(await mine(), { client_id })).error, "invalid_client");
    const proof = () =>
      new SignJWT({ iss: client_id, sub: client_id, aud: plane.settings.publicUrl, jti: String(Math.random()) })
        .setProtectedHeader({ alg: "ES256", kid: "a" })
        .setExpirationTime("1m")
        .sign(privateKey);
    const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    const proven = { client_id, client_assertion_type };
    assert.equal((await ask(await mine(), { ...proven, client_assertion: await proof() })).status, 200);
    const stolen = await ask(await vouch(), { ...proven, client_assertion: await proof() });
    assert.equal(stolen.error, "invalid_grant", "the assertion of another program");
    const mixed = await ask(await proof(), { ...proven, client_assertion: await proof() });
    assert.equal(mixed.error, "invalid_grant", "its own proof is no assertion of a person");
  });

  test("while the provider's keys cannot be fetched: 503, and it is good afterwards", async () => {
    const away = await startFakeProvider();
    const { issuer, clientId, clientSecret } = away;
    const body = { name: "Away", issuer, clientId, clientSecret, identityAssertions: true };
    await owner.client.createIdentityProvider({ body });
    const assertion = await away.sign(claimsOf({ iss: issuer }), { typ });
    await away[Symbol.asyncDispose]();
    const answer = await ask(assertion);
    assert.deepEqual([answer.status, answer.error], [503, "temporarily_unavailable"]);
  });
});

test("what was ended here stays ended, whatever the provider says, until it is allowed again", async () => {
  const { gid } = await granted({ sub: "ended" });
  const grant = { params: { ...params, grantId: String(gid) } };
  await assert.rejects(owner.client.enableEndpointOauthGrant(grant), { code: "INVALID_STATE" });
  await owner.client.deleteEndpointOauthGrant(grant);
  const statusOf = async () => (await grants()).find(({ id }) => id === gid)?.status;
  assert.equal(await statusOf(), "blocked");
  const refused = await ask(await vouch({ sub: "ended" }));
  assert.deepEqual([refused.error, /ended here/.test(refused.description ?? "")], ["invalid_grant", true]);
  assert.equal((await granted({ sub: "somebody-else" }))["caller_subject"], "somebody-else");
  assert.equal((await owner.client.enableEndpointOauthGrant(grant)).status, "revoked");
  assert.notEqual((await granted({ sub: "ended" }))["gid"], gid, "another consent; the tokens of before stay revoked");
});

for (const [how, [off, on]] of Object.entries(ends)) {
  test(`when the provider ${how}, what it gave ends, and it gives no more until it may again`, async () => {
    const { gid } = await granted({ sub: "frank" });
    await change(off);
    assert.equal((await grants()).find(({ id }) => id === gid)?.status, "revoked");
    assert.equal((await ask(await vouch({ sub: "frank" }))).error, "invalid_grant");
    await change(on);
    assert.notEqual((await granted({ sub: "frank" }))["gid"], gid);
  });
}

test("a person with an account sees and ends what the company gave; whoever is disabled is refused", async () => {
  const [browser, claims] = [openBrowser(plane), { sub: "greta", email: "greta@acme.example", email_verified: true }];
  const { user } = (await signInBy(browser, fake, providerId, claims)).json as unknown as { user: { id: string } };
  const { gid } = await granted({ sub: "greta", email: "greta@acme.example" });
  const { json } = await browser.get("/api/account/oauth-grants");
  const listed = (json as unknown as { items: { id: string; byCompany: boolean }[] }).items;
  assert.deepEqual(
    listed.map(({ id, byCompany }) => [id, byCompany]),
    [[gid, true]],
  );
  await owner.client.updateUser({ params: { userId: user.id }, body: { status: "disabled" } });
  assert.equal((await grants()).find(({ id }) => id === gid)?.status, "revoked");
  const refused = await ask(await vouch({ sub: "greta" }));
  assert.deepEqual([refused.error, refused.description], ["invalid_grant", "The person is disabled here."]);
  await owner.client.updateUser({ params: { userId: user.id }, body: { status: "active" } });
  assert.equal((await granted({ sub: "greta" }))["caller_subject"], "greta");
});
