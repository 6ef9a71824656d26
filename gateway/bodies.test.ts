import assert from "node:assert/strict";
import { test } from "node:test";
import { fakeUpstream, sendRaw, testGateway, until } from "./testing.ts";

const mebibyte = 1024 * 1024;

const head = (path: string, lines: string[]) => `POST ${path} HTTP/1.1\r\nhost: x\r\n${lines.join("\r\n")}\r\n\r\n`;
const chunked = (pieces: string[]) => `${pieces.map((p) => `${p.length.toString(16)}\r\n${p}\r\n`).join("")}0\r\n\r\n`;
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.lastIndexOf("\r\n\r\n") + 4));

test("passes bodies on, whether their length was declared or not", async (t) => {
  const upstream = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane: upstream, workers: [upstream] });
  for (const prefix of ["api", "mcp", "http"]) {
    for (const body of ["", "{}", "x".repeat(most)]) {
      await fetch(`${gateway.url}/${prefix}/a`, { method: "POST", body });
      assert.equal(upstream.seen.at(-1)?.body, body);
    }
    const lines = ["transfer-encoding: chunked", "connection: close"];
    await sendRaw(gateway.port, head(`/${prefix}/a`, lines) + chunked(["one", "two", "three"]));
    assert.equal(upstream.seen.at(-1)?.body, "onetwothree");
  }
});

const most = 10 * mebibyte;

test("413 for a body over 10 MiB, at once when it is declared, and no worker sees it", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { workers: [worker] });
  const declared = await sendRaw(gateway.port, head("/http/a", [`content-length: ${most + 1}`, "connection: close"]));
  assert.match(declared, /^HTTP\/1\.1 413 /);
  const { error } = bodyOf(declared);
  assert.equal(error.code, "PAYLOAD_TOO_LARGE");
  assert.match(declared, new RegExp(`x-request-id: ${error.requestId}`));

  const body = chunked(Array<string>(650).fill("x".repeat(16 * 1024)));
  const sent = await sendRaw(gateway.port, head("/http/a", ["transfer-encoding: chunked", "connection: close"]) + body);
  assert.match(sent, /^HTTP\/1\.1 413 /);
  assert.deepEqual(worker.seen, []);
});

test("413 under /mcp is a JSON-RPC error with the code and the request id", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { workers: [worker] });
  const answer = await fetch(`${gateway.url}/mcp/d/p/e`, { method: "POST", body: "x".repeat(most + 1) });
  const body = (await answer.json()) as { error: { message: string } };
  assert.equal(answer.status, 413);
  assert.deepEqual(body, {
    jsonrpc: "2.0",
    id: null,
    error: {
      code: -32600,
      message: body.error.message,
      data: {
        code: "PAYLOAD_TOO_LARGE",
        requestId: answer.headers.get("x-request-id"),
        docs: "/docs/errors/PAYLOAD_TOO_LARGE",
      },
    },
  });
});

test("answers a client that goes on sending a refused body, and keeps its connection usable", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { workers: [worker] });
  const refused = head("/http/a", [`content-length: ${12 * mebibyte}`]) + "x".repeat(12 * mebibyte);
  const next = head("/http/b", ["content-length: 2", "connection: close"]) + "{}";
  const answers = await sendRaw(gateway.port, refused + next);
  assert.match(answers, /^HTTP\/1\.1 413 [^]*HTTP\/1\.1 200 /);
  assert.deepEqual(
    worker.seen.map(({ url }) => url),
    ["/http/b"],
  );
});

test("asks for a body with 100 Continue only when it wants it", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { workers: [worker] });
  const tooLarge = head("/http/a", ["expect: 100-continue", `content-length: ${most + 1}`, "connection: close"]);
  assert.match(await sendRaw(gateway.port, tooLarge), /^HTTP\/1\.1 413 /);
  const fine = head("/http/a", ["expect: 100-continue", "content-length: 2", "connection: close"]);
  assert.match(await sendRaw(gateway.port, `${fine}{}`), /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});

test("bounds streamed bodies under /api, declared or not", async (t) => {
  const controlPlane = await fakeUpstream(t);
  const gateway = await testGateway(t, { controlPlane }, { streamedBodyBytes: 100_000 });
  const declared = await fetch(`${gateway.url}/api/a`, { method: "POST", body: "x".repeat(100_001) });
  assert.equal(declared.status, 413);
  const body = chunked(Array<string>(30).fill("x".repeat(16 * 1024)));
  const sent = await sendRaw(gateway.port, head("/api/a", ["transfer-encoding: chunked", "connection: close"]) + body);
  assert.match(sent, /^HTTP\/1\.1 413 /);
  assert.equal(bodyOf(sent).error.code, "PAYLOAD_TOO_LARGE");
});

test("hands on an answer that the control plane gives before it has read the body", async (t) => {
  const early = await fakeUpstream(
    t,
    (_request, response) => response.writeHead(415, { "content-type": "application/json" }).end('{"early":true}'),
    { whole: false },
  );
  const gateway = await testGateway(t, { controlPlane: early });
  const answer = await fetch(`${gateway.url}/api/a`, { method: "POST", body: "x".repeat(4 * mebibyte) });
  assert.equal(answer.status, 415);
  assert.deepEqual(await answer.json(), { early: true });
});

test("503 OVERLOADED instead of holding more bodies than it may, and room again afterwards", async (t) => {
  const held: (() => void)[] = [];
  const worker = await fakeUpstream(t, (_request, response) => void held.push(() => response.end("done")));
  const gateway = await testGateway(t, { workers: [worker] }, { bufferedTotalBytes: 150_000 });
  const send = () => fetch(`${gateway.url}/http/a`, { method: "POST", body: "x".repeat(100_000) });
  const first = send();
  await until(() => held.length === 1);
  const second = await send();
  assert.equal(second.status, 503);
  assert.equal(((await second.json()) as { error: { code: string } }).error.code, "OVERLOADED");
  held[0]?.();
  assert.equal(await (await first).text(), "done");
  const third = send();
  await until(() => held.length === 2);
  held[1]?.();
  assert.equal((await third).status, 200);
});

test("large bodies leave room for small ones, and give theirs back", async (t) => {
  const held: (() => void)[] = [];
  const worker = await fakeUpstream(t, (_request, response) => void held.push(() => response.end("done")));
  const bounds = { smallBodyBytes: 1_000, bufferedLargeBytes: 150_000 };
  const gateway = await testGateway(t, { workers: [worker] }, bounds);
  const send = (bytes: number) => fetch(`${gateway.url}/http/a`, { method: "POST", body: "x".repeat(bytes) });
  const first = send(100_000);
  await until(() => held.length === 1);
  assert.equal((await send(100_000)).status, 503);
  const small = send(1_000);
  await until(() => held.length === 2);
  for (const end of held) end();
  assert.deepEqual([(await first).status, (await small).status], [200, 200]);
  const again = send(100_000);
  await until(() => held.length === 3);
  held[2]?.();
  assert.equal((await again).status, 200);
});

for (const coding of [
  "gzip, chunked",
  "deflate,chunked",
  "identity, chunked",
  "chunked, chunked",
  "x-unknown, Chunked",
]) {
  test(`501 for a body in the transfer codings ${coding}, which no upstream sees`, async (t) => {
    const upstream = await fakeUpstream(t);
    const gateway = await testGateway(t, { controlPlane: upstream, workers: [upstream] });
    for (const path of ["/http/a", "/mcp/a", "/api/a"]) {
      const text = head(path, [`transfer-encoding: ${coding}`, "connection: close"]) + "3\r\nabc\r\n0\r\n\r\n";
      assert.match(await sendRaw(gateway.port, text), /^HTTP\/1\.1 (?:501 [^]*"code":"NOT_IMPLEMENTED"|400 )/);
    }
    const lines = ["transfer-encoding: gzip", "transfer-encoding: chunked", "connection: close"];
    assert.match(await sendRaw(gateway.port, head("/http/a", lines) + "0\r\n\r\n"), /^HTTP\/1\.1 501 /);
    assert.deepEqual(upstream.seen, []);
  });
}

test("Chunked in any case is read", async (t) => {
  const upstream = await fakeUpstream(t);
  const gateway = await testGateway(t, { workers: [upstream] });
  const text = head("/http/a", ["transfer-encoding: CHUNKED", "connection: close"]) + "3\r\nabc\r\n0\r\n\r\n";
  assert.match(await sendRaw(gateway.port, text), /^HTTP\/1\.1 200 /);
  assert.equal(upstream.seen[0]?.body, "abc");
});
