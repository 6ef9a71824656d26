import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeUpstream, internalToken, sendRaw, testGateway } from "./testing.ts";

const forged = [
  "x-internal-token: forged",
  "X-Internal-Token: forged",
  "x-forwarded-for: 6.6.6.6",
  "x-forwarded-host: evil.example",
  "x-forwarded-proto: gopher",
  "x-forwarded-anything: forged",
  "forwarded: for=6.6.6.6",
  "x-ferrule-not-started: forged",
  "x-ferrule-tenant: forged",
  "x-ferrule-held-ms: forged",
  "te: trailers",
  "proxy-authorization: Basic Zm9yZ2Vk",
  "upgrade: websocket",
  "connection: close, x-hop",
  "x-hop: forged",
  "cookie: session=forged",
  "x-api-key: kept",
  "accept: text/event-stream",
];

const rawCall = (path: string, headers: string[]) =>
  `GET ${path} HTTP/1.1\r\nhost: gateway\r\n${headers.join("\r\n")}\r\n\r\n`;

test("strips what a client may not say and says it itself", async (t) => {
  const upstream = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane: upstream, workers: [upstream] });
  for (const prefix of ["api", "mcp", "http"]) {
    const answer = await sendRaw(gateway.port, rawCall(`/${prefix}/d/p/e`, forged));
    assert.match(answer, /^HTTP\/1\.1 200 /);
    const headers = { ...upstream.seen.at(-1)?.headers };
    const cookie = prefix === "api" ? "session=forged" : undefined;
    assert.equal(headers["x-internal-token"], internalToken);
    assert.equal(headers["x-forwarded-for"], "127.0.0.1");
    assert.equal(headers["x-forwarded-host"], "ferrule.example");
    assert.equal(headers["x-forwarded-proto"], "https");
    assert.equal(headers["x-api-key"], "kept");
    assert.equal(headers.accept, "text/event-stream");
    assert.equal(headers.cookie, cookie);
    const left = Object.entries(headers).filter(([name]) => name !== "cookie");
    assert.doesNotMatch(JSON.stringify(left), /forged|6\.6\.6\.6|evil|gopher|trailers|websocket/);
  }
});

test("believes x-forwarded-for of a trusted proxy alone", async (t) => {
  const worker = await fakeUpstream(t);
  const settings = { trustedProxies: ["127.0.0.0/8", "10.0.0.0/8"] };
  const gateway = await testGateway(t, { workers: [worker], settings });
  await fetch(`${gateway.url}/mcp/d/p/e`, { headers: { "x-forwarded-for": "6.6.6.6, 203.0.113.9, 10.0.0.3" } });
  assert.equal(worker.seen.at(-1)?.headers["x-forwarded-for"], "203.0.113.9");
});

test("keeps a Function's answer from acting as the console", async (t) => {
  const worker = await fakeUpstream(t, (_request, response) => {
    response.writeHead(201, {
      "content-type": "text/html",
      "set-cookie": ["session=stolen", "b=c"],
      "service-worker-allowed": "/",
      "clear-site-data": '"*"',
      "content-security-policy": "default-src *",
      nel: '{"report_to":"x","max_age":9}',
      "report-to": "{}",
      "alt-svc": 'h3=":443"',
      "accept-ch": "width",
      "www-authenticate": "Basic",
      "x-accel-redirect": "/etc/passwd",
      "x-sendfile": "/etc/passwd",
      "strict-transport-security": "max-age=1",
      etag: '"1"',
      "access-control-allow-origin": "https://app.example",
      "x-ferrule-load": "3",
      "x-custom": ["one", "two"],
      connection: "close, x-hop",
      "x-hop": "1",
    });
    response.end("<p>");
  });
  const gateway = await testGateway(t, { workers: [worker] });
  const answer = await fetch(`${gateway.url}/http/d/p/e`);
  assert.equal(answer.status, 201);
  assert.equal(answer.headers.get("content-security-policy"), "sandbox allow-scripts allow-forms");
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  assert.equal(answer.headers.get("x-custom"), "one, two");
  assert.equal(answer.headers.get("strict-transport-security"), "max-age=31536000");
  assert.deepEqual(
    [answer.headers.get("etag"), answer.headers.get("access-control-allow-origin")],
    ['"1"', "https://app.example"],
  );
  const cookies = ["set-cookie", "service-worker-allowed", "clear-site-data", "x-ferrule-load", "x-hop"];
  const origin = ["nel", "report-to", "alt-svc", "accept-ch", "www-authenticate"];
  for (const name of [...cookies, ...origin, "x-accel-redirect", "x-sendfile"]) {
    assert.equal(answer.headers.get(name), null, name);
  }
});

test("passes the control plane's cookies on", async (t) => {
  const controlPlane = await fakeUpstream(t, (_request, response) => {
    response.writeHead(204, { "set-cookie": ["a=1; HttpOnly", "b=2"] }).end();
  });
  const gateway = await testGateway(t, { controlPlane });
  const answer = await fetch(`${gateway.url}/api/session`);
  assert.equal(answer.status, 204);
  assert.deepEqual(answer.headers.getSetCookie(), ["a=1; HttpOnly", "b=2"]);
});

test("sandboxes its own errors under /http as well", async (t) => {
  const gateway = await testGateway(t, {}, { healthyWaitMs: 10 });
  const answer = await fetch(`${gateway.url}/http/d/p/e`);
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get("content-security-policy"), "sandbox allow-scripts allow-forms");
});
