import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, KeyObject, sign as signBytes } from "node:crypto";
import { before, describe, test } from "node:test";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWTHeaderParameters } from "jose";
import { duringTests } from "@ferrule/kit/testing/during-tests.ts";
import { endpointState, keyValue } from "../../testing/deployed.ts";
import { legacy } from "../../testing/rpc.ts";
import { publicUrl, startTestWorker, until } from "../../testing/test-worker.ts";
import { behaviours, tools } from "../../testing/tools.ts";

const resource = `${publicUrl}/mcp/development/one/tools`;
const seconds = () => Math.floor(Date.now() / 1_000);
const claims = (change: Record<string, unknown> = {}) => ({
  iss: publicUrl,
  sub: "usr_1",
  aud: resource,
  client_id: "ocl_1",
  scope: "call",
  gid: "ogr_1",
  eid: "ep_mcp",
  iat: seconds(),
  exp: seconds() + 600,
  ...change,
});

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const flip = (text: string) => (text.startsWith("A") ? `B${text.slice(1)}` : `A${text.slice(1)}`);

describe("access tokens at a worker", () => {
  const worker = duringTests(() => startTestWorker({ functions: tools, behaviours }));
  let key: CryptoKey;
  let publicJwk: Record<string, string>;
  before(async () => {
    const pair = await generateKeyPair("ES256", { extractable: true });
    key = pair.privateKey;
    const { kty = "", crv = "", x = "", y = "" } = await exportJWK(pair.publicKey);
    publicJwk = { kty, crv, x, y };
    worker.feed.say({ kind: "signer", id: "one", jwk: publicJwk });
    const oauth = { keys: true, scopes: [{ name: "admin:all", targets: ["fails"] }] };
    worker.feed.say(endpointState("mcp", {}, { callerMode: "oauth", oauth }));
    worker.feed.say(endpointState("http", {}, { callerMode: "oauth", oauth: { keys: false, scopes: [] } }));
    const isOpen = async () => (await call(await sign())).status === 200;
    await until("callers sign in", isOpen);
  });

  const sign = (change: Record<string, unknown> = {}, header: Partial<JWTHeaderParameters> = {}, by = key) =>
    new SignJWT(claims(change)).setProtectedHeader({ alg: "ES256", kid: "one", typ: "at+jwt", ...header }).sign(by);
  const call = (token: string | undefined, name = "plain", headers: Record<string, string | undefined> = {}) =>
    worker.post(legacy("tools/call", { name }), {
      "x-api-key": undefined,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    });

  /** The message for a token that opens nothing. */
  async function refusalOf(token: string | undefined): Promise<string> {
    const calls = worker.calls.length;
    const answer = await call(token);
    assert.equal(answer.status, 401);
    assert.equal(worker.calls.length, calls, "nothing ran");
    const challenge = answer.headers.get("www-authenticate") ?? "";
    const metadata = `${publicUrl}/.well-known/oauth-protected-resource/mcp/development/one/tools`;
    assert.ok(challenge.includes(`resource_metadata="${metadata}"`), challenge);
    assert.ok(challenge.includes('scope="call admin:all"'), challenge);
    const [, error] = /error="([^"]+)"/.exec(challenge) ?? [];
    const [, description] = /error_description="([^"]+)"/.exec(challenge) ?? [];
    return [error, description].join(": ");
  }

  const wrongSignature = "invalid_token: The signature of the token is wrong.";
  const wrongAlgorithm = "invalid_token: The token must be signed with ES256.";
  const unknownKey = "invalid_token: No key of this issuer has signed the token.";
  const forAnother = "invalid_token: The token is for another address.";
  const malformed = "invalid_token: This is not an access token.";
  const notOurs = "invalid_token: This is not an access token or API key of this endpoint.";
  const hs256 = (secret: string) => {
    const signed = `${encode({ alg: "HS256", kid: "one", typ: "at+jwt" })}.${encode(claims())}`;
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  };
  /** A valid signature under a header that the library would not write. */
  const signByHand = (header: object) => {
    const signed = `${encode(header)}.${encode(claims())}`;
    const by = { key: KeyObject.from(key), dsaEncoding: "ieee-p1363" as const };
    return `${signed}.${signBytes("sha256", Buffer.from(signed), by).toString("base64url")}`;
  };
  const otherKey = async () => (await generateKeyPair("ES256")).privateKey;
  const withParts = async (change: (parts: string[]) => string[]) => change((await sign()).split(".")).join(".");

  const attacks: Record<string, [string, () => Promise<string> | string]> = {
    "without a signature, alg none": [
      wrongAlgorithm,
      () => `${encode({ alg: "none", kid: "one", typ: "at+jwt" })}.${encode(claims())}.`,
    ],
    "alg None in another case": [
      wrongAlgorithm,
      () => `${encode({ alg: "NoNe", kid: "one", typ: "at+jwt" })}.${encode(claims())}.`,
    ],
    "HS256 with the public key as the secret": [wrongAlgorithm, () => hs256(JSON.stringify(publicJwk))],
    "HS256 with an empty secret": [wrongAlgorithm, () => hs256("")],
    "RS256 with a key of its own": [
      wrongAlgorithm,
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: "RS256", kid: "one", typ: "at+jwt" })
          .sign(generateKeyPairSync("rsa", { modulusLength: 2_048 }).privateKey),
    ],
    "signed by a stranger under our kid": [wrongSignature, async () => sign({}, {}, await otherKey())],
    "signed by a key in its own header": [
      wrongSignature,
      async () => {
        const pair = await generateKeyPair("ES256", { extractable: true });
        return sign({}, { jwk: await exportJWK(pair.publicKey) }, pair.privateKey);
      },
    ],
    "an unknown kid": [unknownKey, () => sign({}, { kid: "two" })],
    "no kid": [unknownKey, () => sign({}, { kid: undefined as never })],
    "a kid that is a path": [unknownKey, () => sign({}, { kid: "../../dev/null" })],
    "a changed claim": [
      wrongSignature,
      () => withParts(([head = "", , tail = ""]) => [head, encode(claims({ sub: "usr_2" })), tail]),
    ],
    "a changed signature": [
      wrongSignature,
      () => withParts(([head = "", body = "", tail = ""]) => [head, body, flip(tail)]),
    ],
    "an empty signature": [wrongSignature, () => withParts(([head = "", body = ""]) => [head, body, ""])],
    "an unknown critical header": [
      malformed,
      () => signByHand({ alg: "ES256", kid: "one", typ: "at+jwt", crit: ["odd"], odd: 1 }),
    ],
    expired: ["invalid_token: The token has expired.", () => sign({ iat: seconds() - 700, exp: seconds() - 6 })],
    "not valid yet": ["invalid_token: The token is not valid yet.", () => sign({ nbf: seconds() + 60 })],
    "without an expiry": [malformed, () => sign({ exp: undefined })],
    "another issuer": ["invalid_token: Another issuer made the token.", () => sign({ iss: "https://evil.example" })],
    "the issuer with a slash more": [
      "invalid_token: Another issuer made the token.",
      () => sign({ iss: `${publicUrl}/` }),
    ],
    "another endpoint's token": [forAnother, () => sign({ aud: `${publicUrl}/mcp/development/one/others` })],
    "another tenant's endpoint": [forAnother, () => sign({ aud: `${publicUrl}/mcp/development/two/tools` })],
    "the other environment's token": [forAnother, () => sign({ aud: `${publicUrl}/mcp/production/one/tools` })],
    "a token of the endpoint that had this address before": [forAnother, () => sign({ eid: "end_gone" })],
    "a token that does not say its endpoint": [forAnother, () => sign({ eid: undefined })],
    "an endpoint that is a list": [forAnother, () => sign({ eid: ["ep_mcp"] })],
    "an audience that begins alike": [forAnother, () => sign({ aud: `${resource}/more` })],
    "a token for several audiences": [forAnother, () => sign({ aud: [resource, "https://evil.example"] })],
    "the origin as the audience": [forAnother, () => sign({ aud: publicUrl })],
    "without an audience": [forAnother, () => sign({ aud: undefined })],
    "an ID token": [malformed, () => sign({}, { typ: "JWT" })],
    "without a type": [malformed, () => sign({}, { typ: undefined as never })],
    "without a grant": [malformed, () => sign({ gid: undefined })],
    "without a subject": [malformed, () => sign({ sub: undefined })],
    "scopes in a list": [malformed, () => sign({ scope: ["call"] })],
    "longer than any of ours": [malformed, () => sign({ more: "x".repeat(5_000) })],
    "no token at all": [notOurs, () => "not-a-token"],
    "parts that are no JSON": [malformed, () => "aaaa.bbbb.cccc"],
  };
  for (const [attack, [expected, forge]] of Object.entries(attacks)) {
    test(`refuses ${attack}`, async () => {
      assert.equal(await refusalOf(await forge()), expected);
    });
  }

  test("says where to sign in, without an error, to who sends nothing", async () => {
    assert.equal(await refusalOf(undefined), ": ");
  });

  test("takes tokens in the Authorization header only", async () => {
    const token = await sign();
    assert.equal((await call(undefined, "plain", { "x-api-key": token })).status, 401);
    const query = await worker.fetch(`/mcp/development/one/tools?access_token=${token}`, {
      method: "POST",
      headers: { "x-api-key": undefined, "content-type": "application/json" },
      body: JSON.stringify(legacy("ping", {})),
    });
    assert.equal(query.status, 401);
  });

  test("refuses a tool whose scope is lacking, and says which to ask for", async () => {
    const refused = await call(await sign(), "fails");
    const challenge = refused.headers.get("www-authenticate") ?? "";
    assert.equal(refused.status, 403);
    assert.match(challenge, /error="insufficient_scope"/);
    assert.match(challenge, /scope="call admin:all"/);
    assert.notEqual((await call(await sign({ scope: "call admin:all" }), "fails")).status, 403);
    assert.equal((await call(await sign({ scope: "admin:all" }), "plain")).status, 403);
    assert.equal((await call(await sign({ scope: "CALL" }), "plain")).status, 403);
  });

  test("a token that is known is refused once it is revoked, and so is one that comes later", async () => {
    const [used, unused] = [await sign({ gid: "ogr_2" }), await sign({ gid: "ogr_2", jti: "2" })];
    assert.equal((await call(used)).status, 200);
    worker.feed.say({ kind: "revocation", id: "ogr_2" });
    await until("it is revoked", async () => (await call(used)).status === 401);
    assert.equal(await refusalOf(unused), "invalid_token: The token was revoked.");
    assert.equal((await call(await sign())).status, 200);
  });

  test("a key that is taken back verifies nothing any more, and its successor does", async () => {
    const next = await generateKeyPair("ES256", { extractable: true });
    const { kty = "", crv = "", x = "", y = "" } = await exportJWK(next.publicKey);
    worker.feed.say({ kind: "signer", id: "next", jwk: { kty, crv, x, y } });
    // This key may be unknown only for now, so the worker asks the issuer.
    assert.equal((await call(await sign({}, { kid: "next" }, next.privateKey))).status, 200);
    const old = await sign({}, { kid: "next" }, next.privateKey);
    assert.equal((await call(old)).status, 200);
    worker.feed.say({ gone: "signer:next" });
    await until("it is gone", async () => (await call(old)).status === 401);
  });

  test("keys open where the policy says so, and elsewhere not", async () => {
    assert.equal((await call(undefined, "plain", { "x-api-key": keyValue })).status, 200);
    assert.equal((await call(keyValue)).status, 200);
    const http = await worker.fetch("/http/development/one/api/fails");
    assert.equal(http.status, 401);
    assert.match(http.headers.get("www-authenticate") ?? "", /oauth-protected-resource\/http\/development\/one\/api"/);
  });

  test("a caller whom a provider signed in is known by its issuer and subject", async () => {
    const known = { caller_issuer: "https://login.acme.example", caller_subject: "ada" };
    await call(await sign({ sub: "caller_1", ...known }));
    const { id, issuer, subject } = worker.calls.at(-1)?.caller ?? {};
    assert.deepEqual([id, issuer, subject], ["caller_1", known.caller_issuer, "ada"]);
  });

  test("an execution records who called, with which client and scopes", async () => {
    await call(await sign({ email: "ada@acme.example", scope: "call admin:all" }));
    assert.deepEqual(worker.records.at(-1)?.caller, {
      kind: "jwt",
      id: "usr_1",
      name: "ada@acme.example",
      issuer: publicUrl,
      subject: "usr_1",
      clientId: "ocl_1",
      email: "ada@acme.example",
      scopes: ["call", "admin:all"],
    });
  });
});
