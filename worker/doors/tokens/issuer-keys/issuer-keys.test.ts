import assert from "node:assert/strict";
import { test } from "node:test";
import { noProxies } from "@ferrule/kit/network/proxies.ts";
import { generateSigner, startTestIssuer } from "../../../testing/issuer.ts";
import { fetchIssuerKeys } from "./fetch-issuer-keys.ts";
import { createGetJson } from "./get-json.ts";
import { IssuerKeys, type PublishedKeys } from "./issuer-keys.ts";

const answerOf = (kids: string[], keepMs: number | null = null): PublishedKeys => ({
  jwks: { keys: kids.map((kid) => ({ kty: "EC", crv: "P-256", x: "x", y: "y", kid })) },
  keepMs,
});
const minute = 60_000;

/** Keys of an issuer whose responses the test chooses, with a clock that the test moves. */
function stand(first: PublishedKeys | Error) {
  const held = { now: 1_000_000, answer: first, asked: 0, failed: 0 };
  const keys = new IssuerKeys(
    () => {
      held.asked += 1;
      return held.answer instanceof Error ? Promise.reject(held.answer) : Promise.resolve(held.answer);
    },
    () => {
      held.failed += 1;
    },
  );
  return { held, keys };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("asks once for all who wait, and not again while the answer is fresh", async () => {
  const { held, keys } = stand(answerOf(["one"]));
  assert.equal(keys.current(held.now), null);
  const sets = await Promise.all(Array.from({ length: 100 }, () => keys.another(null, held.now)));
  assert.equal(held.asked, 1);
  assert.equal(new Set(sets).size, 1);
  assert.equal(keys.current(held.now + 9 * minute), sets[0]);
  await settled();
  assert.equal(held.asked, 1);
});

test("ten thousand unknown kids make one request in 30 seconds", async () => {
  const { held, keys } = stand(answerOf(["one"]));
  const set = await keys.another(null, held.now);
  for (let n = 0; n < 10_000; n += 1) await keys.another(set, held.now + n);
  assert.equal(held.asked, 1, "it has asked just before");
  held.answer = answerOf(["one", "two"]);
  const newer = await keys.another(set, held.now + 30_000);
  assert.notEqual(newer, set);
  for (let n = 0; n < 10_000; n += 1) await keys.another(newer, held.now + 30_000 + n);
  assert.equal(held.asked, 2);
});

test("keys that did not change stay the same object, and a key that is gone makes another", async () => {
  const { held, keys } = stand(answerOf(["one", "two"]));
  const set = await keys.another(null, held.now);
  assert.equal(await keys.another(set, held.now + minute), set);
  held.answer = answerOf(["one"]);
  assert.notEqual(await keys.another(set, held.now + 2 * minute), set);
});

test("old keys are asked for again behind the calls, and the last good ones are kept for a day", async () => {
  const { held, keys } = stand(answerOf(["one"]));
  const set = await keys.another(null, held.now);
  held.answer = new Error("away");
  const later = held.now + 10 * minute;
  assert.equal(keys.current(later), set);
  await settled();
  assert.deepEqual([held.asked, held.failed], [2, 1]);
  for (let n = 0; n < 100; n += 1) keys.current(later + n);
  await settled();
  assert.equal(held.asked, 2, "who is away is not asked by every call");
  assert.equal(keys.current(later + 23 * 60 * minute), set);
  assert.equal(keys.current(later + 25 * 60 * minute), null);
  assert.equal(await keys.another(null, later + 25 * 60 * minute), null);
});

test("how long keys are fresh is the issuer's to say, between a minute and an hour", async () => {
  for (const [said, heldFor] of [
    [0, minute],
    [5 * minute, 5 * minute],
    [9e11, 60 * minute],
  ] as const) {
    const { held, keys } = stand(answerOf(["one"], said));
    await keys.another(null, held.now);
    keys.current(held.now + heldFor - 1);
    await settled();
    assert.equal(held.asked, 1, `${said}`);
    keys.current(held.now + heldFor);
    await settled();
    assert.equal(held.asked, 2, `${said}`);
  }
});

test("an issuer that was away at first is asked again after five seconds", async () => {
  const { held, keys } = stand(new Error("away"));
  assert.equal(await keys.another(null, held.now), null);
  assert.equal(await keys.another(null, held.now + 4_999), null);
  assert.equal(held.asked, 1);
  held.answer = answerOf(["one"]);
  assert.notEqual(await keys.another(null, held.now + 5_000), null);
});

test("finds keys by metadata or address, and refuses what is not an issuer's", async (context) => {
  await using issuer = await startTestIssuer("x");
  const { get, close } = createGetJson({ allowPrivate: ["127.0.0.1/32"], proxies: noProxies });
  context.after(close);
  const fetchKeys = (change: { issuer?: string; jwksUrl?: string | null } = {}) =>
    fetchIssuerKeys({ issuer: issuer.issuer, jwksUrl: null, ...change }, get);
  const kids = async (found = fetchKeys()) => (await found).jwks.keys.map(({ kid }) => kid);
  assert.deepEqual(await kids(), ["one"]);
  assert.deepEqual(await kids(fetchKeys({ jwksUrl: issuer.jwksUrl, issuer: "https://anywhere.example" })), ["one"]);
  await assert.rejects(fetchKeys({ issuer: `${issuer.issuer}/` }), /no metadata/, "it names itself without the slash");
  await assert.rejects(fetchKeys({ jwksUrl: `${issuer.issuer}/nothing` }), /status 404/);
  await assert.rejects(fetchKeys({ jwksUrl: "file:///etc/passwd" }), /not an https/);

  const secret = { kty: "oct", k: "c2VjcmV0", kid: "secret" };
  const weak = { kty: "RSA", n: "AQAB".repeat(20), e: "AQAB", kid: "weak" };
  const leaked = { ...(await generateSigner("leaked")).publicJwk, d: "x" };
  issuer.published.push(secret, weak, leaked, null as never, "text" as never);
  assert.deepEqual(await kids(), ["one"], "keys that must not verify are left out");
  issuer.published.shift();
  await assert.rejects(fetchKeys(), /no public key/);
});

test("refuses answers that redirect, are huge, slow, or no keys", async (context) => {
  await using issuer = await startTestIssuer("x");
  const { get, close } = createGetJson({ allowPrivate: ["127.0.0.1/32"], proxies: noProxies, mostMs: 1_000 });
  context.after(close);
  const answers: [RegExp, Parameters<typeof issuer.answer>[0]][] = [
    [/status 302/, (_, response) => response.writeHead(302, { location: "/elsewhere" }).end()],
    [/more than 131072 bytes/, (_, response) => response.end(`{"keys":["${"x".repeat(200_000)}"]}`)],
    [/more than 100 keys/, (_, response) => response.end(JSON.stringify({ keys: Array(101).fill(issuer.publicJwk) }))],
    [/not a set of keys/, (_, response) => response.end('{"keys":{}}')],
    [/not a JSON object/, (_, response) => response.end("[]")],
    [/JSON/, (_, response) => response.end("<html>")],
    [/other side closed|terminated|socket/i, (_, response) => response.destroy()],
    [/status 500/, (_, response) => response.writeHead(500).end()],
    [/aborted|timeout/i, (_, response) => void response.writeHead(200).write('{"keys":[')],
  ];
  for (const [why, answer] of answers) {
    issuer.answer(answer);
    await assert.rejects(fetchIssuerKeys({ issuer: issuer.issuer, jwksUrl: issuer.jwksUrl }, get), why);
  }
});

test("asks no private address that is not allowed, however it is named, and none in public without TLS", async (context) => {
  await using issuer = await startTestIssuer("x");
  const { port } = new URL(issuer.issuer);
  const closed = createGetJson({ allowPrivate: [], proxies: noProxies });
  const open = createGetJson({ allowPrivate: ["127.0.0.0/8", "8.8.8.8/32"], proxies: noProxies });
  context.after(() => Promise.all([closed.close(), open.close()]));
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `[::1]:${port}`,
    "169.254.169.254",
    "10.0.0.1",
    "0x7f.1",
  ])
    for (const protocol of ["http", "https"])
      await assert.rejects(closed.get(`${protocol}://${host}/keys`), /private or special address/, host);
  assert.equal(issuer.asked(), 0);
  await assert.rejects(open.get("http://8.8.8.8/keys"), /private or special address/);
  assert.ok(await open.get(`http://127.0.0.1:${port}/keys`));
});
