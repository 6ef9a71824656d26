import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeUpstream, internalToken, sendRaw, testGateway } from "./testing.ts";

const paths = (seen: { url: string }[]) => seen.map(({ url }) => url).filter((url) => url !== "/api");

test("sends /api to the control plane and /mcp and /http to a worker, path and query byte for byte", async (t) => {
  const controlPlane = await fakeUpstream(t);
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane, workers: [worker] });
  for (const path of [
    "/api/projects?limit=2&q=%2F..%2f",
    "/mcp/development/p/e",
    "/http/production/p/e/a%20b;c?x=//../y",
  ]) {
    const answer = await fetch(`${gateway.url}/api`, { method: "HEAD" });
    assert.equal(answer.status, 200);
    await sendRaw(gateway.port, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
  }
  assert.deepEqual(paths(controlPlane.seen), ["/api/projects?limit=2&q=%2F..%2f"]);
  assert.deepEqual(paths(worker.seen), ["/mcp/development/p/e", "/http/production/p/e/a%20b;c?x=//../y"]);
});

test("sends what clients sign in with to the control plane, and nothing that only looks like it", async (t) => {
  const controlPlane = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane, workers: [await fakeUpstream(t)] });
  const signIn = [
    "/oauth/authorize?client_id=https%3A%2F%2Fa.example%2Fc",
    "/oauth/keys",
    "/.well-known/oauth-authorization-server",
    "/.well-known/openid-configuration",
    "/.well-known/oauth-protected-resource/mcp/development/shop/tools",
  ];
  for (const path of signIn) assert.equal((await fetch(gateway.url + path)).status, 200, path);
  assert.deepEqual(paths(controlPlane.seen), signIn);
  const lookalikes = [
    "/oauth",
    "/oauthx/keys",
    "/.well-known/oauth-authorization-serverx",
    "/.well-known/jwks",
    "/x/oauth/keys",
  ];
  for (const path of lookalikes) await fetch(gateway.url + path);
  assert.deepEqual(paths(controlPlane.seen), signIn);
});

test("sends the management server to the control plane, and every endpoint to a worker, whatever its name", async (t) => {
  const controlPlane = await fakeUpstream(t);
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane, workers: [worker] });
  const endpoints = [
    "/mcp/development/ferrule/ferrule",
    "/mcp/production/p/ferrule",
    "/mcp/ferrule/x",
    "/mcp/ferrules",
  ];
  for (const path of ["/mcp/ferrule", "/mcp/ferrule?a=b", ...endpoints]) await fetch(gateway.url + path);
  assert.deepEqual(paths(controlPlane.seen), ["/mcp/ferrule", "/mcp/ferrule?a=b"]);
  assert.deepEqual(paths(worker.seen), endpoints);
});

test("serves a target in absolute form, whose host counts and not that of the header", async (t) => {
  const controlPlane = await fakeUpstream(t);
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane, workers: [worker] });
  const ask = (target: string, host = "host: other\r\n") =>
    sendRaw(gateway.port, `GET ${target} HTTP/1.1\r\n${host}connection: close\r\n\r\n`);
  assert.match(await ask("http://ferrule.example.com/api/projects?q=//x"), /^HTTP\/1\.1 200 /);
  assert.match(await ask("HTTPS://ferrule.example.com:8443/mcp/development/p/e"), /^HTTP\/1\.1 200 /);
  assert.match(await ask("http://[::1]:80/http/production/p/e/a%20b"), /^HTTP\/1\.1 200 /);
  assert.match(await ask("http://ferrule.example.com/health"), /^HTTP\/1\.1 200 /);
  // The page of the console, where it has been built.
  assert.match(await ask("http://ferrule.example.com?x"), /^HTTP\/1\.1 (?:200|404) /);
  assert.deepEqual(paths(controlPlane.seen), ["/api/projects?q=//x"]);
  assert.deepEqual(paths(worker.seen), ["/mcp/development/p/e", "/http/production/p/e/a%20b"]);
  for (const target of [
    "http:///api/x",
    "http://user@ferrule.example.com/api/x",
    "http://user:x@h/api/x",
    "ftp://h/api/x",
    "http://h//api/x",
    "http://h/../api/x",
    "http://h/internal/changes",
    "http://h\\/api/x",
    "*",
  ])
    assert.match(await ask(target), /^HTTP\/1\.1 40[04] /, target);
  assert.match(await ask("http://h/api/x", ""), /^HTTP\/1\.1 400 /);
  assert.match(await ask("http://h/api/x", "host: a\r\nhost: b\r\n"), /^HTTP\/1\.1 400 /);
  assert.equal(controlPlane.seen.length + worker.seen.length, 3);
});

test("tells an OPTIONS of the whole server which methods there are", async (t) => {
  const gateway = await testGateway(t, {});
  const answer = await sendRaw(gateway.port, "OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  assert.match(answer, /^HTTP\/1\.1 204 [^]*allow: GET, HEAD, POST/);
});

test("lets no trick with the path reach /internal or any upstream", async (t) => {
  const upstream = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane: upstream, workers: [upstream] });
  const targets = ["/internal", "/internal/changes", "//internal/changes", "/api/../internal/changes", "/INTERNAL/x"];
  targets.push(
    "/api/%2e%2e/internal",
    "/api%2f..%2finternal",
    "/mcp/..%2finternal",
    "/http/..;/../internal",
    "/api/..\\internal",
  );
  targets.push(`http://127.0.0.1:${upstream.port}/internal/changes`, "/apiinternal", "/mcpx", "*");
  for (const target of targets) {
    const answer = await sendRaw(gateway.port, `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 40[04] /, target);
    assert.match(answer, /\r\nx-request-id: /i, target);
  }
  assert.deepEqual(upstream.seen, []);
});

test("answers TRACE and CONNECT with 405 and passes neither on", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { workers: [worker] });
  for (const line of ["TRACE /mcp/a/b/c HTTP/1.1", "CONNECT 127.0.0.1:1 HTTP/1.1"]) {
    const answer = await sendRaw(gateway.port, `${line}\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 405 /);
    assert.match(answer, /\r\nx-request-id: /i);
  }
  assert.deepEqual(worker.seen, []);
});

test("authenticates itself on both hops and keeps a well-formed request id end to end", async (t) => {
  const upstream = await fakeUpstream(t, (_request, response) => {
    response.writeHead(200, { "x-request-id": "the-upstream-made-this-up" }).end("{}");
  });
  const gateway = await testGateway(t, { controlPlane: upstream, workers: [upstream] });
  for (const path of ["/api/projects", "/mcp/d/p/e", "/http/d/p/e"]) {
    const answer = await fetch(gateway.url + path, { headers: { "x-request-id": "caller-7" } });
    assert.equal(answer.headers.get("x-request-id"), "caller-7");
    const seen = upstream.seen.at(-1);
    assert.equal(seen?.headers["x-request-id"], "caller-7");
    assert.equal(seen?.headers["x-internal-token"], internalToken);
  }
  const replaced = await fetch(`${gateway.url}/mcp/d/p/e`, { headers: { "x-request-id": "no spaces allowed" } });
  const id = replaced.headers.get("x-request-id");
  assert.match(id ?? "", /^req_/);
  assert.equal(upstream.seen.at(-1)?.headers["x-request-id"], id);
});

test("400 with a request id for a request without Host; HTTP/1.0 needs none", async (t) => {
  const controlPlane = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane, workers: [] });
  const refused = await sendRaw(
    gateway.port,
    "GET /api/x HTTP/1.1\r\nx-request-id: none-1\r\nconnection: close\r\n\r\n",
  );
  assert.match(refused, /^HTTP\/1\.1 400 [\s\S]*"code":"VALIDATION_ERROR"[^}]*"requestId":"none-1"/);
  assert.match(refused, /^x-request-id: none-1\r$/m);
  const passed = await sendRaw(gateway.port, "GET /api/x HTTP/1.0\r\n\r\n");
  assert.match(passed, /^HTTP\/1\.1 200 /);
});
