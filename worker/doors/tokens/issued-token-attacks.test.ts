import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, KeyObject, sign as signBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { jwtPolicy } from "@ferrule/contract/resources/caller-rules.ts";
import type { CryptoKey } from "jose";
import { endpointState, keyValue } from "../../testing/deployed.ts";
import { generateSigner, startTestIssuer, type TestIssuer } from "../../testing/issuer.ts";
import { legacy } from "../../testing/rpc.ts";
import { publicUrl, startTestWorker, until, type TestWorker } from "../../testing/test-worker.ts";
import { behaviours, tools } from "../../testing/tools.ts";

const resource = `${publicUrl}/mcp/development/one/tools`;
const seconds = () => Math.floor(Date.now() / 1_000);
const encode = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");

describe("tokens of another issuer", () => {
  let worker: TestWorker;
  let issuer: TestIssuer;
  let other: { key: CryptoKey };
  before(async () => {
    issuer = await startTestIssuer("https://api.acme.example");
    other = await generateSigner("one");
    worker = await startTestWorker({
      functions: tools,
      behaviours,
      settings: { egressAllowPrivate: ["127.0.0.1/32"] },
    });
    const jwt = jwtPolicy.parse({
      issuer: issuer.issuer,
      audience: "https://api.acme.example",
      algorithms: ["ES256", "RS256", "EdDSA"],
      clockSkewSeconds: 10,
      requiredClaims: [{ name: "hd", value: "acme.example" }, { name: "auth_time" }],
      keys: false,
    });
    worker.feed.say(endpointState("mcp", {}, { callerMode: "jwt", jwt }));
    await until("the policy holds", async () => (await call(await sign())).status === 200);
  });
  after(async () => {
    await worker?.[Symbol.asyncDispose]();
    await issuer?.[Symbol.asyncDispose]();
  });

  const good = { hd: "acme.example", auth_time: 1 };
  const sign: TestIssuer["sign"] = (claims, header, by) => issuer.sign({ ...good, ...claims }, header, by);
  const call = (token: string | undefined, headers: Record<string, string | undefined> = {}) =>
    worker.post(legacy("tools/call", { name: "plain" }), {
      "x-api-key": undefined,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    });
  async function problemOf(token: string): Promise<string> {
    const calls = worker.calls.length;
    const answer = await call(token);
    assert.equal(answer.status, 401);
    assert.equal(worker.calls.length, calls, "nothing ran");
    const challenge = answer.headers.get("www-authenticate") ?? "";
    assert.ok(
      challenge.includes(
        `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/mcp/development/one/tools"`,
      ),
    );
    assert.ok(!challenge.includes("scope="), "what to ask for is the issuer's to say");
    assert.ok(challenge.includes('error="invalid_token"'));
    return /error_description="([^"]+)"/.exec(challenge)?.[1] ?? "";
  }

  const claims = () => ({
    iss: issuer.issuer,
    sub: "ada",
    aud: "https://api.acme.example",
    exp: seconds() + 600,
    ...good,
  });
  /** A valid signature over any header and text. */
  const byHand = (header: unknown, body: unknown = claims()) => {
    const signed = `${encode(header)}.${encode(body)}`;
    const by = { key: KeyObject.from(issuer.key), dsaEncoding: "ieee-p1363" as const };
    return `${signed}.${signBytes("sha256", Buffer.from(signed), by).toString("base64url")}`;
  };
  const hmac = (secret: string, alg = "HS256") => {
    const signed = `${encode({ alg, kid: "one", typ: "JWT" })}.${encode(claims())}`;
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  };

  const algorithm = "The token must be signed with ES256 or RS256 or EdDSA.";
  const signature = "The signature of the token is wrong.";
  const unknownKey = "No key of this issuer has signed the token.";
  const malformed = "This is not an access token.";
  const address = "The token is for another address.";
  const anotherIssuer = "Another issuer made the token.";
  const lacks = "The token lacks a claim that the endpoint asks for.";
  const bound = "The token is bound to a key of its client, which cannot be checked here.";
  const notYet = "The token is not valid yet.";

  const attacks: Record<string, [string, () => Promise<string> | string]> = {
    "alg none": [algorithm, () => `${encode({ alg: "none", typ: "JWT" })}.${encode(claims())}.`],
    "alg nOnE": [algorithm, () => `${encode({ alg: "nOnE", kid: "one" })}.${encode(claims())}.`],
    "no alg": [algorithm, () => byHand({ kid: "one" })],
    "alg as a number": [algorithm, () => byHand({ alg: 256, kid: "one" })],
    "HS256 with the public key": [algorithm, () => hmac(JSON.stringify(issuer.publicJwk))],
    "HS256 with the kid": [algorithm, () => hmac("one")],
    "HS512 under the name of ES256": [signature, () => hmac(JSON.stringify(issuer.publicJwk), "ES256")],
    "an asymmetric algorithm that the policy does not list": [
      algorithm,
      async () => sign({}, { alg: "ES384" }, (await generateSigner("one", "ES384")).key),
    ],
    "RS256 with the kid of an EC key": [
      unknownKey,
      async () => sign({}, { alg: "RS256" }, (await generateSigner("one", "RS256")).key),
    ],
    "a stranger under a kid that is known": [signature, async () => sign({}, {}, other.key)],
    "a key in the header": [
      signature,
      async () => sign({}, { jwk: (await generateSigner("one")).publicJwk }, other.key),
    ],
    "a jku in the header": [
      unknownKey,
      async () => sign({}, { kid: "evil", jku: "http://127.0.0.1:1/keys" }, other.key),
    ],
    "an x5u in the header": [unknownKey, async () => sign({}, { kid: "evil", x5u: "http://127.0.0.1:1/" }, other.key)],
    "an unknown kid": [unknownKey, () => sign({}, { kid: "two" })],
    "a kid that is a path": [unknownKey, () => sign({}, { kid: "../../../dev/null" })],
    "a kid that is SQL": [unknownKey, () => sign({}, { kid: "x' or 1=1 --" })],
    "a kid of 4,000 letters": [unknownKey, () => sign({}, { kid: "k".repeat(4_000) })],
    "a kid that is a member of every object": [unknownKey, () => sign({}, { kid: "__proto__" })],
    "a changed claim": [
      signature,
      async () => {
        const [head = "", , tail = ""] = (await sign()).split(".");
        return [head, encode({ ...claims(), sub: "root" }), tail].join(".");
      },
    ],
    "no signature": [signature, async () => `${(await sign()).split(".").slice(0, 2).join(".")}.`],
    "the signature of another token": [
      signature,
      async () => {
        const [one, two] = [await sign(), await sign({ sub: "bob" })].map((token) => token.split("."));
        return [one?.[0], one?.[1], two?.[2]].join(".");
      },
    ],
    "an unknown critical header": [malformed, () => byHand({ alg: "ES256", kid: "one", crit: ["odd"], odd: 1 })],
    "an unencoded payload": [malformed, () => byHand({ alg: "ES256", kid: "one", crit: ["b64"], b64: false })],
    expired: ["The token has expired.", () => sign({ exp: seconds() - 11 })],
    "expired in 1970": ["The token has expired.", () => sign({ exp: 1 })],
    "an expiry as a text": [
      malformed,
      () => byHand({ alg: "ES256", kid: "one" }, { ...claims(), exp: `${seconds() + 60}` }),
    ],
    "no expiry": [malformed, () => sign({ exp: undefined })],
    "not valid yet": [notYet, () => sign({ nbf: seconds() + 15 })],
    "issued in the future": [notYet, () => sign({ iat: seconds() + 15 })],
    "another issuer": [anotherIssuer, () => sign({ iss: "https://evil.example" })],
    "the issuer with a slash": [anotherIssuer, () => sign({ iss: `${issuer.issuer}/` })],
    "the issuer in capitals": [anotherIssuer, () => sign({ iss: issuer.issuer.toUpperCase() })],
    "issuers in a list": [anotherIssuer, () => sign({ iss: [issuer.issuer] as never })],
    "no issuer": [anotherIssuer, () => sign({ iss: undefined })],
    "another audience": [address, () => sign({ aud: "https://other.acme.example" })],
    "an audience that begins alike": [address, () => sign({ aud: "https://api.acme.example.evil.example" })],
    "the endpoint's address where the policy names an audience": [address, () => sign({ aud: resource })],
    "no audience": [address, () => sign({ aud: undefined })],
    "no subject": [malformed, () => sign({ sub: undefined })],
    "an empty subject": [malformed, () => sign({ sub: "" })],
    "a claim that is lacking": [lacks, () => sign({ auth_time: undefined })],
    "a claim that is null": [lacks, () => sign({ auth_time: null })],
    "a claim of another value": [lacks, () => sign({ hd: "evil.example" })],
    "a claim that begins alike": [lacks, () => sign({ hd: "acme.example.evil.example" })],
    "a claim twice, the last one wrong": [
      lacks,
      () => byHand({ alg: "ES256", kid: "one" }, JSON.stringify(claims()).replace("}", ',"hd":"evil.example"}')),
    ],
    "an ID token with a nonce": [malformed, () => sign({ nonce: "n" })],
    "an ID token with a hash": [malformed, () => sign({ at_hash: "h" })],
    "a logout token": [malformed, () => sign({}, { typ: "logout+jwt" })],
    "an identity assertion": [malformed, () => sign({}, { typ: "oauth-id-jag+jwt" })],
    "a proof of possession": [malformed, () => sign({}, { typ: "dpop+jwt" })],
    "a token bound to a key": [bound, () => sign({ cnf: { jkt: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" } })],
    "a token bound to a certificate": [
      bound,
      () => sign({ cnf: { "x5t#S256": "bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2" } }),
    ],
    "a payload that is a list": [malformed, () => byHand({ alg: "ES256", kid: "one" }, [])],
    "a payload that is no JSON": [malformed, () => byHand({ alg: "ES256", kid: "one" }, "{")],
    "a token of this Ferrule": [anotherIssuer, () => sign({ iss: publicUrl })],
  };
  for (const [attack, [expected, forge]] of Object.entries(attacks)) {
    test(`refuses ${attack}`, async () => {
      assert.equal(await problemOf(await forge()), expected);
    });
  }

  test("takes what differs within the clocks' difference, lists of audiences, and both types", async () => {
    for (const token of [
      await sign({ exp: seconds() - 5 }),
      await sign({ nbf: seconds() + 5, iat: seconds() + 5 }),
      await sign({ aud: ["https://other.example", "https://api.acme.example"] }),
      await sign({}, { typ: "at+jwt" }),
      await sign({}, { typ: undefined as never }),
      await sign({}, { kid: undefined as never }),
    ])
      assert.equal((await call(token)).status, 200);
  });

  test("takes a token in the header only, and no key where the policy takes none", async () => {
    const token = await sign();
    assert.equal((await call(undefined, { "x-api-key": token })).status, 401);
    assert.equal((await call(undefined, { "x-api-key": keyValue })).status, 401);
    assert.equal((await call(keyValue)).status, 401);
    assert.equal((await call(token, { authorization: `Basic ${token}` })).status, 401);
    assert.equal((await call(undefined)).status, 401);
  });

  test("a token of a key that is too short opens nothing", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 1_024 });
    const [head, body] = [encode({ alg: "RS256", kid: "short" }), encode(claims())];
    const token = `${head}.${body}.${signBytes("sha256", Buffer.from(`${head}.${body}`), privateKey).toString("base64url")}`;
    assert.equal(await problemOf(token), unknownKey);
  });
});
