import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openAttacked, type Asked, type Attacked } from "../testing/attacked.ts";
import { decodeJwt } from "jose";
import { redirectUri, requestOf, verifier } from "../testing/oauth-of.ts";

describe("the way to a consent under attack", () => {
  let plane: Attacked["plane"];
  let oauth: Attacked["oauth"];
  let admin: Attacked["admin"];
  let person: Attacked["person"];
  let place: Attacked["place"];
  let elsewhere: Attacked["elsewhere"];
  let native: Attacked["native"];
  let machine: Attacked["machine"];
  let stateOf: Attacked["stateOf"];
  let refused: Attacked["refused"];

  before(async () => {
    ({ plane, oauth, admin, person, place, elsewhere, native, machine, stateOf, refused } = await openAttacked());
  });
  after(() => plane?.[Symbol.asyncDispose]());

  describe("at the authorization endpoint, before it is known where an answer may go", () => {
    const shown: Record<string, [string, () => Asked]> = {
      "without a client": ["invalid_request", () => ({ client_id: undefined })],
      "an unknown client": ["invalid_client", () => ({ client_id: "ocl_nobody" })],
      "without a redirect URI": ["invalid_request", () => ({ redirect_uri: undefined })],
      "another host": ["invalid_request", () => ({ redirect_uri: "https://evil.example/callback" })],
      "a longer path": ["invalid_request", () => ({ redirect_uri: `${redirectUri}/more` })],
      "a path that climbs": ["invalid_request", () => ({ redirect_uri: `${redirectUri}/../callback` })],
      "a query more": ["invalid_request", () => ({ redirect_uri: `${redirectUri}?to=evil` })],
      "a fragment": ["invalid_request", () => ({ redirect_uri: `${redirectUri}#evil` })],
      "a subdomain": ["invalid_request", () => ({ redirect_uri: "https://client.example.evil.example/callback" })],
      "a user name before the host": [
        "invalid_request",
        () => ({ redirect_uri: "https://client.example@evil.example/callback" }),
      ],
      "another scheme": ["invalid_request", () => ({ redirect_uri: "http://client.example/callback" })],
      "a port on a host that is not this machine": [
        "invalid_request",
        () => ({ redirect_uri: "https://client.example:8443/callback" }),
      ],
      "the host in capitals": ["invalid_request", () => ({ redirect_uri: "https://CLIENT.example/callback" })],
      "loopback under another path": [
        "invalid_request",
        () => ({ client_id: native, redirect_uri: "http://127.0.0.1:4444/evil" }),
      ],
      "loopback by name, where the address was registered": [
        "invalid_request",
        () => ({ client_id: native, redirect_uri: "http://localhost:4444/callback" }),
      ],
      "an address that only looks like loopback": [
        "invalid_request",
        () => ({ client_id: native, redirect_uri: "http://127.0.0.1.evil.example/callback" }),
      ],
      "javascript as the scheme": [
        "invalid_request",
        () => ({ client_id: native, redirect_uri: "javascript:alert(1)" }),
      ],
      "a machine that wants to sign people in": ["unauthorized_client", () => ({ client_id: machine })],
    };
    for (const [attack, [error, change]] of Object.entries(shown)) {
      test(`${attack}: ${error}, and no redirect`, async () => {
        const answer = await refused(() => oauth.authorize({ ...place.asked, ...change() }));
        assert.deepEqual([answer.error, answer.location], [error, null]);
      });
    }

    test("a parameter sent twice is refused, and a page for a person says so without running anything", async () => {
      const twice = `${new URLSearchParams(place.asked).toString()}&client_id=${place.clientId}`;
      const answer = await refused(() => oauth.authorize(twice, { accept: "text/html" }));
      assert.equal(answer.status, 400);
      assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'none'; frame-ancestors 'none'/);
    });
  });

  describe("at the authorization endpoint, told to the client", () => {
    const told: Record<string, [string, () => Asked]> = {
      "without PKCE": ["invalid_request", () => ({ code_challenge: undefined })],
      "PKCE in plain": ["invalid_request", () => ({ code_challenge_method: "plain" })],
      "PKCE without a method, which means plain": ["invalid_request", () => ({ code_challenge_method: undefined })],
      "a challenge that is none": ["invalid_request", () => ({ code_challenge: "short" })],
      "the implicit flow": ["unsupported_response_type", () => ({ response_type: "token" })],
      "a hybrid flow": ["unsupported_response_type", () => ({ response_type: "code id_token" })],
      "no response type": ["unsupported_response_type", () => ({ response_type: undefined })],
      "no resource": ["invalid_target", () => ({ resource: undefined })],
      "a resource that does not exist": ["invalid_target", () => ({ resource: `${place.resource}-not` })],
      "a resource of another origin": [
        "invalid_target",
        () => ({ resource: "https://evil.example/mcp/development/a/b" }),
      ],
      "the environment where keys alone open": [
        "invalid_target",
        () => ({ resource: place.resource.replace("development", "production") }),
      ],
      "another tenant's endpoint": ["unauthorized_client", () => ({ resource: elsewhere.resource })],
      "a scope that does not exist": ["invalid_scope", () => ({ scope: "call everything" })],
    };
    for (const [attack, [error, change]] of Object.entries(told)) {
      test(`${attack}: ${error}, with state and iss`, async () => {
        const { location, ...answer } = await refused(() => oauth.authorize({ ...place.asked, ...change() }));
        assert.equal(answer.error, error);
        assert.equal(location?.origin, "https://client.example");
        assert.equal(location?.searchParams.get("state"), "a-state");
        assert.equal(location?.searchParams.get("iss"), plane.settings.publicUrl);
        assert.equal(location?.searchParams.get("code"), null);
      });
    }
  });

  describe("at the consent", () => {
    test("a page of another site cannot allow anything: the CSRF token is missing", async () => {
      const request = requestOf(await oauth.authorize(place.asked));
      const before = await stateOf();
      const { cookie = "" } = person.headers();
      const headers = { cookie, origin: "https://evil.example" };
      const answer = await plane.request("/api/account/oauth-grants", { method: "POST", headers, body: { request } });
      assert.deepEqual([answer.status, answer.json.error.code], [403, "CSRF_INVALID"]);
      assert.deepEqual(await stateOf(), before);
    });

    test("nobody allows anything without a session, or with an API token", async () => {
      const request = requestOf(await oauth.authorize(place.asked));
      const sent = { method: "POST", body: { request } };
      assert.equal((await plane.request("/api/account/oauth-grants", sent)).json.error.code, "UNAUTHENTICATED");
      const { projectId } = await admin.getRuntimeEndpoint({ params: { endpointId: place.endpointId } });
      const { value } = await person.client.createToken({ body: { name: "t", role: "operator", projectId } });
      const headers = { authorization: `Bearer ${value}` };
      const answer = await plane.request("/api/account/oauth-grants", { ...sent, headers });
      assert.equal(answer.json.error.code, "FORBIDDEN");
    });

    test("a request that was changed on its way is refused", async () => {
      const request = requestOf(await oauth.authorize(place.asked));
      const [head, , tail] = request.split(".");
      const forged = { request: { resource: place.resource, scopes: ["call", "admin:all"] }, exp: 4_102_444_800 };
      const body = Buffer.from(JSON.stringify(forged)).toString("base64url");
      for (const one of [`${head}.${body}.${tail}`, `${head}.${body}.`, "x", `${request}x`]) {
        await assert.rejects(person.client.createOauthGrant({ body: { request: one } }), { code: "NOT_FOUND" });
      }
    });

    test("a request, a code and tokens are not for another endpoint that has the address by now", async () => {
      const slug = "taken-over";
      const make = async () => {
        const { id } = await admin.createRuntimeEndpoint({ body: { kind: "mcp", slug } });
        const caller = { mode: "oauth" as const, oauth: { registration: true } };
        await admin.replaceAuthPolicy({ params: { endpointId: id }, body: { environment: "development", caller } });
        return id;
      };
      const first = await make();
      const client_id = (await oauth.register({ redirect_uris: [redirectUri] })).body["client_id"];
      const resource = place.asked.resource.replace(/[^/]+$/, slug);
      const asked = { ...place.asked, client_id, resource };
      const [one, other] = [requestOf(await oauth.authorize(asked)), requestOf(await oauth.authorize(asked))];
      const { redirectUrl } = await person.client.createOauthGrant({ body: { request: one } });
      const code = new URL(redirectUrl).searchParams.get("code") ?? "";
      const form = { grant_type: "authorization_code", client_id, code_verifier: verifier };
      const { body } = await oauth.token({ ...form, code });
      assert.equal(decodeJwt(body["access_token"] ?? "")["eid"], first);
      await admin.deleteRuntimeEndpoint({ params: { endpointId: first } });
      const second = await make();
      assert.notEqual(second, first);
      await assert.rejects(person.client.createOauthGrant({ body: { request: other } }), { code: "INVALID_STATE" });
      const renewal = { grant_type: "refresh_token", client_id, refresh_token: body["refresh_token"] };
      assert.equal((await oauth.token(renewal)).error, "invalid_grant");
    });

    test("a session cookie of ours is no request, though we signed it", async () => {
      const cookie = /ferrule_session=([^;]+)/.exec(person.headers()["cookie"] ?? "")?.[1] ?? "";
      await assert.rejects(person.client.createOauthGrant({ body: { request: cookie } }), { code: "NOT_FOUND" });
    });
  });
});
