import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from "jose";
import { openAttacked, type Asked, type Attacked } from "../testing/attacked.ts";
import { openSignIn, redirectUri, requestOf, type OauthAnswer } from "../testing/oauth-of.ts";

describe("the token endpoint under attack", () => {
  let plane: Attacked["plane"];
  let oauth: Attacked["oauth"];
  let admin: Attacked["admin"];
  let person: Attacked["person"];
  let place: Attacked["place"];
  let elsewhere: Attacked["elsewhere"];
  let native: Attacked["native"];
  let machineKey: Attacked["machineKey"];
  let machine: Attacked["machine"];
  let refused: Attacked["refused"];
  let codeOf: Attacked["codeOf"];
  let exchange: Attacked["exchange"];
  let tokensOf: Attacked["tokensOf"];
  let refresh: Attacked["refresh"];

  before(async () => {
    ({
      plane,
      oauth,
      admin,
      person,
      place,
      elsewhere,
      native,
      machineKey,
      machine,
      refused,
      codeOf,
      exchange,
      tokensOf,
      refresh,
    } = await openAttacked());
  });
  after(() => plane?.[Symbol.asyncDispose]());

  describe("at the token endpoint", () => {
    const codes: Record<string, [string, () => Asked]> = {
      "without the verifier": ["invalid_grant", () => ({ code_verifier: undefined })],
      "a wrong verifier": ["invalid_grant", () => ({ code_verifier: "A".repeat(43) })],
      "the challenge as the verifier": ["invalid_grant", () => ({ code_verifier: place.asked.code_challenge })],
      "another client's code": ["invalid_grant", () => ({ client_id: native })],
      "without a client": ["invalid_request", () => ({ client_id: undefined })],
      "another redirect URI": ["invalid_grant", () => ({ redirect_uri: "https://evil.example/" })],
      "another resource": ["invalid_target", () => ({ resource: elsewhere.resource })],
      "a code that nobody made": ["invalid_grant", () => ({ code: "fer_code_nobody" })],
      "no code": ["invalid_request", () => ({ code: undefined })],
      "a grant type that is not offered": ["unsupported_grant_type", () => ({ grant_type: "password" })],
      "a grant type that every object has": ["unsupported_grant_type", () => ({ grant_type: "constructor" })],
      "no grant type": ["invalid_request", () => ({ grant_type: undefined })],
    };
    for (const [attack, [error, change]] of Object.entries(codes)) {
      test(`${attack}: ${error}, and the code is still good for its client`, async () => {
        const code = await codeOf();
        const answer = await refused(() => exchange(code, change()));
        assert.deepEqual([answer.status, answer.error], [400, error]);
        assert.equal((await exchange(code)).status, 200);
      });
    }

    test("a code that is replayed revokes what it gave, within the same second", async () => {
      const code = await codeOf();
      const { body } = await exchange(code);
      const again = await exchange(code);
      assert.deepEqual([again.status, again.error], [400, "invalid_grant"]);
      assert.equal((await refresh(body["refresh_token"])).error, "invalid_grant");
      const { items } = await person.client.listOauthGrants({ query: { limit: 1 } });
      assert.equal(items[0]?.status, "revoked");
    });

    test("ten exchanges of one code at once give at most one set of tokens that stays", async () => {
      const code = await codeOf();
      const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(code)));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    });

    test("another client's refresh token is refused, and stays good for its own", async () => {
      const tokens = await tokensOf();
      const stolen = await refused(() => refresh(tokens["refresh_token"], { client_id: native }));
      assert.equal(stolen.error, "invalid_grant");
      assert.equal((await refresh(tokens["refresh_token"])).status, 200);
    });

    test("a refresh cannot have more scopes than were allowed", async () => {
      const tokens = await tokensOf();
      const answer = await refused(() => refresh(tokens["refresh_token"], { scope: "call admin:all" }));
      assert.equal(answer.error, "invalid_scope");
    });

    test("a refresh cannot be for another resource", async () => {
      const tokens = await tokensOf();
      const answer = await refused(() => refresh(tokens["refresh_token"], { resource: elsewhere.resource }));
      assert.equal(answer.error, "invalid_target");
    });

    test("an access token or a code is no refresh token", async () => {
      const code = await codeOf();
      const tokens = (await exchange(code)).body;
      assert.equal((await refused(() => refresh(tokens["access_token"]))).error, "invalid_grant");
      assert.equal((await refused(() => refresh(code))).error, "invalid_grant");
    });

    test("nothing is given any more when the endpoint asks for keys again, or its client is gone", async () => {
      const other = await openSignIn(admin);
      const code = await codeOf(other.asked);
      const at = { client_id: other.clientId, resource: other.resource };
      const tokens = (await exchange(code, at)).body;
      const params = { endpointId: other.endpointId };
      const keys = { environment: "development" as const, caller: { mode: "api-key" as const } };
      await admin.replaceAuthPolicy({ params, body: keys });
      const answer = await refused(() => refresh(tokens["refresh_token"], { client_id: other.clientId }));
      assert.equal(answer.error, "invalid_target");
      await admin.deleteOauthClient({ params: { ...params, clientId: other.clientId } });
      assert.equal((await refresh(tokens["refresh_token"], { client_id: other.clientId })).error, "invalid_grant");
    });

    test("whoever is disabled gets no tokens for what they allowed before", async () => {
      const user = await plane.session("operator");
      const request = requestOf(await oauth.authorize(place.asked));
      const { redirectUrl } = await user.client.createOauthGrant({ body: { request } });
      const code = new URL(redirectUrl).searchParams.get("code") ?? "";
      const owner = await plane.signInAs("owner");
      await owner.updateUser({ params: { userId: user.user.id }, body: { status: "disabled" } });
      assert.equal((await refused(() => exchange(code))).error, "invalid_grant");
      await owner.updateUser({ params: { userId: user.user.id }, body: { status: "active" } });
      assert.equal((await refused(() => exchange(code))).error, "invalid_grant");
    });

    test("a body as JSON, or a parameter twice, is refused", async () => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${plane.url}/oauth/token`, { method: "POST", headers, body: "{}" });
      assert.deepEqual([answer.status, ((await answer.json()) as { error: string }).error], [400, "invalid_request"]);
      const twice = new URLSearchParams([
        ["grant_type", "refresh_token"],
        ["grant_type", "authorization_code"],
      ]);
      assert.equal((await oauth.token(twice)).error, "invalid_request");
      const resources = new URLSearchParams([
        ["resource", place.resource],
        ["resource", elsewhere.resource],
      ]);
      assert.equal((await oauth.token(resources)).error, "invalid_target");
    });
  });

  describe("as a machine", () => {
    const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    let assertions = 0;
    const assert_ = (change: Record<string, unknown> = {}, by: CryptoKey = machineKey) =>
      new SignJWT({
        iss: machine,
        sub: machine,
        aud: plane.settings.publicUrl,
        jti: `jti-${(assertions += 1)}`,
        exp: Math.floor(Date.now() / 1_000) + 60,
        ...change,
      })
        .setProtectedHeader({ alg: "ES256", kid: "m1" })
        .sign(by);
    const ask = (assertion: string | undefined, change: Asked = {}) =>
      oauth.token({
        grant_type: "client_credentials",
        client_id: machine,
        resource: place.resource,
        client_assertion_type: assertionType,
        client_assertion: assertion,
        ...change,
      });

    test("gets an access token of its own, and no refresh token", async () => {
      const { status, body } = await ask(await assert_(), { scope: "call admin:all" });
      assert.equal(status, 200);
      assert.deepEqual([body["scope"], body["refresh_token"]], ["call admin:all", undefined]);
    });

    const attacks: Record<string, [string, () => Promise<OauthAnswer>]> = {
      "without an assertion": ["invalid_client", () => ask(undefined)],
      "signed by another key": [
        "invalid_client",
        async () => ask(await assert_({}, (await generateKeyPair("ES256")).privateKey)),
      ],
      "for another server": ["invalid_client", async () => ask(await assert_({ aud: "https://evil.example" }))],
      "of another issuer": ["invalid_client", async () => ask(await assert_({ iss: "somebody" }))],
      "for another client": ["invalid_client", async () => ask(await assert_({ sub: place.clientId }))],
      expired: ["invalid_client", async () => ask(await assert_({ exp: 1 }))],
      "good for a day": [
        "invalid_client",
        async () => ask(await assert_({ exp: Math.floor(Date.now() / 1_000) + 86_400 })),
      ],
      "without an id": ["invalid_client", async () => ask(await assert_({ jti: undefined }))],
      "another tenant's endpoint": [
        "unauthorized_client",
        async () => ask(await assert_(), { resource: elsewhere.resource }),
      ],
      "a scope that does not exist": ["invalid_scope", async () => ask(await assert_(), { scope: "root" })],
      "a client that signs people in": [
        "unauthorized_client",
        async () => ask(await assert_(), { client_id: place.clientId }),
      ],
      "a secret instead": [
        "invalid_client",
        () => ask(undefined, { client_assertion_type: undefined, client_secret: "x" }),
      ],
    };
    for (const [attack, [error, make]] of Object.entries(attacks)) {
      test(`${attack}: ${error}`, async () => {
        const answer = await refused(make);
        assert.deepEqual([answer.status, answer.error], [error === "invalid_client" ? 401 : 400, error]);
      });
    }

    test("changes its key without a pause: both count while both are named, then only the new one", async () => {
      const params = { endpointId: place.endpointId, clientId: machine };
      const pair = await generateKeyPair("ES256", { extractable: true });
      const keyOf = async (key: CryptoKey, kid: string) => {
        const { kty = "", crv = "", x = "", y = "" } = await exportJWK(key);
        return { kty, crv, x, y, kid };
      };
      const proof = async () =>
        new SignJWT({ iss: machine, sub: machine, aud: plane.settings.publicUrl, jti: `next-${(assertions += 1)}` })
          .setProtectedHeader({ alg: "ES256", kid: "m2" })
          .setExpirationTime("1m")
          .sign(pair.privateKey);
      const { d: _private, ...held } = await exportJWK(machineKey);
      const old = { ...(held as Record<string, string>), kid: "m1" };
      const next = await keyOf(pair.publicKey, "m2");
      assert.equal((await ask(await proof())).error, "invalid_client");
      const change = (body: object, revision: number) =>
        admin.updateOauthClient({ params, body, headers: { "if-match": `"${revision}"` } });
      const both = await change({ jwks: { keys: [old, next] } }, 1);
      assert.deepEqual([both.keyIds, both.revision], [["m1", "m2"], 2]);
      for (const assertion of [await assert_(), await proof()]) assert.equal((await ask(assertion)).status, 200);
      await assert.rejects(change({ name: "Late" }, 1), { code: "REVISION_CONFLICT" });
      await assert.rejects(change({ redirectUris: [redirectUri] }, 2), { code: "VALIDATION_ERROR" });
      await assert.rejects(change({ jwks: { keys: [{ ...next, d: "x" }] } }, 2), { code: "VALIDATION_ERROR" });
      await change({ jwks: { keys: [next] } }, 2);
      assert.equal((await ask(await assert_())).error, "invalid_client");
      assert.equal((await ask(await proof())).status, 200);
      await change({ jwks: { keys: [old] } }, 3);
    });

    test("an assertion is taken once", async () => {
      const assertion = await assert_();
      assert.equal((await ask(assertion)).status, 200);
      assert.equal((await refused(() => ask(assertion))).error, "invalid_client");
    });
  });

  describe("at revocation and registration", () => {
    test("another client's token is not revoked, an unknown one is as good as revoked, the own one is", async () => {
      const tokens = await tokensOf();
      const token = tokens["refresh_token"];
      const foreign = await refused(() => oauth.post("/oauth/revoke", { token, client_id: native }));
      assert.equal(foreign.error, "invalid_grant");
      assert.equal((await refused(() => oauth.post("/oauth/revoke", { token: "x", client_id: native }))).status, 200);
      assert.equal((await refused(() => oauth.post("/oauth/revoke", { token }))).error, "invalid_client");
      assert.equal(
        (await oauth.post("/oauth/revoke", { token: tokens["access_token"], client_id: place.clientId })).status,
        200,
      );
      assert.equal((await refresh(token)).error, "invalid_grant");
    });

    test("no client registers itself where no policy takes such", async () => {
      const answer = await refused(() => oauth.register({ redirect_uris: [redirectUri] }));
      assert.deepEqual([answer.status, answer.error], [403, "access_denied"]);
    });

    test("one that registered itself signs in where a policy takes such, and nowhere else", async () => {
      const open = await openSignIn(admin, { registration: true });
      for (const uri of [
        "javascript:alert(1)",
        "http://evil.example/",
        "data:text/html,x",
        "https://*.example.com/",
        "https://a@b.example/",
      ]) {
        const answer = await refused(() => oauth.register({ redirect_uris: [uri] }));
        assert.equal(answer.error, "invalid_redirect_uri", uri);
      }
      assert.equal((await refused(() => oauth.register({ redirect_uris: [] }))).error, "invalid_redirect_uri");
      assert.equal(
        (await refused(() => oauth.register({ redirect_uris: [redirectUri], grant_types: ["password"] }))).error,
        "invalid_client_metadata",
      );
      const { body } = await oauth.register({ redirect_uris: [redirectUri], client_name: "A\u202egent\n" });
      assert.doesNotMatch(body["client_name"] ?? "", /[\u202e\n]/);
      const client_id = body["client_id"];
      assert.equal((await oauth.authorize({ ...open.asked, client_id })).location?.pathname, "/consent");
      assert.equal((await oauth.authorize({ ...place.asked, client_id })).error, "unauthorized_client");
      const answers = await Promise.all(
        Array.from({ length: 40 }, () => oauth.register({ redirect_uris: [redirectUri] })),
      );
      assert.ok(answers.some(({ status, error }) => status === 429 && error === "temporarily_unavailable"));
    });
  });
});
