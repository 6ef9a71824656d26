import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { fakeUpstream, sendRaw, testGateway } from "../testing.ts";

const answerWithCookies = ["a=1; Path=/", "b=2; Domain=acme.dev", "__Host-ferrule_session=x; Path=/"];

async function start(t: TestContext, appsUrl: string) {
  const worker = await fakeUpstream(t, (_request, response) => {
    response.writeHead(200, { "set-cookie": answerWithCookies, "content-type": "text/html" }).end("hello");
  });
  const controlPlane = await fakeUpstream(t);
  const settings = { publicUrl: "https://ferrule.acme.dev", appsUrl };
  const gateway = await testGateway(t, { controlPlane, workers: [worker], settings });
  const ask = (host: string, path = "/http/production/shop/api/x", more = "") =>
    sendRaw(gateway.port, `GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${more}connection: close\r\n\r\n`);
  return { worker, controlPlane, ask };
}

const own = "shop-production.apps-of-acme.dev";
const cookie = "cookie: session=1\r\n";

test("cookies pass in and out on a host of HTTP APIs alone", async (t) => {
  const { worker, ask } = await start(t, "https://*.apps-of-acme.dev");
  const there = await ask(own, undefined, cookie);
  assert.match(there, /^HTTP\/1\.1 200 /);
  assert.deepEqual(
    there.match(/set-cookie: .*/g),
    ["set-cookie: a=1; Path=/; Secure; SameSite=Lax"].map((line) => line),
  );
  assert.doesNotMatch(there, /sandbox/);
  const seen = worker.seen.at(-1)!.headers;
  assert.deepEqual([seen.cookie, seen["x-ferrule-apps"]], ["session=1", "1"]);
  const here = await ask("ferrule.acme.dev", undefined, `${cookie}x-ferrule-apps: 1\r\n`);
  assert.match(here, /content-security-policy: sandbox/);
  assert.doesNotMatch(here, /set-cookie/);
  const console = worker.seen.at(-1)!.headers;
  assert.deepEqual([console.cookie, console["x-ferrule-apps"]], [undefined, undefined]);
});

test("a shared host has cookies below the endpoint, and its pages are sandboxed", async (t) => {
  const { ask } = await start(t, "https://apps.acme.dev");
  const answer = await ask("apps.acme.dev");
  assert.match(answer, /content-security-policy: sandbox/);
  // The Function asked for the whole host, which others share.
  assert.doesNotMatch(answer, /set-cookie/);
});

for (const host of [own, own.toUpperCase(), `${own}.`, `${own}..`, `${own}:8080`, `${own}.:1`]) {
  test(`neither the console nor its API answers on ${host}`, async (t) => {
    const { controlPlane, ask } = await start(t, "https://*.apps-of-acme.dev");
    const seen = controlPlane.seen.length;
    const paths = ["/", "/api/session", "/oauth/keys", "/mcp/production/shop/tools", "/metrics", "/health", "/ready"];
    for (const path of [...paths, "/.well-known/oauth-authorization-server", "/http/../api/session"]) {
      assert.match(await ask(host, path), /^HTTP\/1\.1 40[04] [^]*content-security-policy: sandbox/, path);
    }
    assert.equal(controlPlane.seen.length, seen);
    assert.match(await ask(host), /^HTTP\/1\.1 200 /);
  });
}

test("a preview is at Development's host, with cookies below its endpoint alone", async (t) => {
  const { worker, ask } = await start(t, "https://*.apps-of-acme.dev");
  const path = "/http/preview-pr-7/shop/api";
  const answer = await ask("shop-development.apps-of-acme.dev", `${path}/x`, cookie);
  assert.match(answer, /^HTTP\/1\.1 200 /);
  // Each of the Function's cookies is for the whole host, where Development's HTTP APIs are too.
  assert.doesNotMatch(answer, /set-cookie/);
  const { url, headers } = worker.seen.at(-1)!;
  assert.deepEqual([url, headers.cookie, headers["x-ferrule-apps"]], [`${path}/x`, "session=1", "1"]);
  const seen = worker.seen.length;
  for (const [host, asked] of [
    [own, path],
    ["other-development.apps-of-acme.dev", path],
    ["shop-preview-pr-7.apps-of-acme.dev", path],
    ["shop-development.apps-of-acme.dev", "/http/preview-/shop/api"],
    ["shop-development.apps-of-acme.dev", "/http/preview-PR-7/shop/api"],
    ["shop-development.apps-of-acme.dev", "/http/preview-pr%2d7/shop/api"],
    ["shop-development.apps-of-acme.dev", "/http/preview-pr-7-/shop/api"],
  ] as const)
    assert.match(await ask(host, asked), /^HTTP\/1\.1 404 /, `${host} ${asked}`);
  assert.equal(worker.seen.length, seen);
});

test("a host answers for its own Project and environment alone", async (t) => {
  const { worker, ask } = await start(t, "https://*.apps-of-acme.dev");
  for (const host of [
    "shop-development.apps-of-acme.dev",
    "other-production.apps-of-acme.dev",
    "shop.apps-of-acme.dev",
    "apps-of-acme.dev",
    "x.shop-production.apps-of-acme.dev",
  ]) {
    assert.match(await ask(host), /^HTTP\/1\.1 404 /, host);
  }
  assert.deepEqual(worker.seen, []);
});

test("what only looks like such a host is the console's", async (t) => {
  const { ask } = await start(t, "https://*.apps-of-acme.dev");
  for (const host of [`${own}.evil.dev`, "shop-productionapps-of-acme.dev", `${own}:80:80`, `x@${own}:y`]) {
    const answer = await ask(host, undefined, cookie);
    assert.match(answer, /content-security-policy: sandbox|^HTTP\/1\.1 400 /, host);
    assert.doesNotMatch(answer, /set-cookie/, host);
  }
});

test("two hosts are one too many, and a host beside it decides nothing", async (t) => {
  const { ask } = await start(t, "https://*.apps-of-acme.dev");
  assert.match(await ask("ferrule.acme.dev", undefined, `Host: ${own}\r\n`), /^HTTP\/1\.1 400 /);
  const forged = await ask("ferrule.acme.dev", undefined, `x-forwarded-host: ${own}\r\nforwarded: host=${own}\r\n`);
  assert.doesNotMatch(forged, /set-cookie/);
  // RFC 9112 section 3.2.2: of a target in absolute form, the host beside it counts for nothing.
  const path = "/http/production/shop/api";
  assert.match(await ask("ferrule.acme.dev", `https://${own}${path}`), /^HTTP\/1\.1 200 [^]*set-cookie: a=1/);
  const there = await ask(own, `https://ferrule.acme.dev${path}`);
  assert.match(there, /content-security-policy: sandbox/);
  assert.doesNotMatch(there, /set-cookie/);
});
