import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { once } from "node:events";
import { connect as connectTls } from "node:tls";
import { test } from "node:test";
import { request as requestHttps } from "node:https";
import { fakeUpstream, internalToken, until } from "../testing.ts";
import { ask, http2Client, secureGateway } from "../tls/testing.ts";

test("answers by HTTP/2 or HTTP/1.1, as the client asks, and refuses TLS before 1.2", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await secureGateway(t, { workers: [worker] });
  assert.match(gateway.url, /^https:/);
  const answer = await ask(http2Client(t, gateway.port), { ":path": "/mcp/d/p/e", "x-request-id": "caller-7" }, "{}");
  assert.deepEqual([answer.status, answer.text], [200, '{"from":"upstream"}']);
  assert.equal(answer.headers["x-request-id"], "caller-7");
  assert.equal(answer.headers["strict-transport-security"], "max-age=31536000");
  assert.equal(worker.seen.at(-1)?.body, "{}");

  const old = requestHttps({ port: gateway.port, path: "/health", rejectUnauthorized: false }).end();
  const [byHttp1] = (await once(old, "response")) as [{ httpVersion: string; statusCode: number; headers: object }];
  assert.deepEqual([byHttp1.httpVersion, byHttp1.statusCode], ["1.1", 200]);
  assert.equal((byHttp1.headers as Record<string, string>)["strict-transport-security"], "max-age=31536000");

  const older = connectTls({
    port: gateway.port,
    rejectUnauthorized: false,
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
  });
  const [refusal] = (await once(older, "error")) as [NodeJS.ErrnoException];
  assert.match(refusal.code ?? "", /SSL|ECONNRESET/);
});

test("tells the roles behind the same as by HTTP/1.1, and nothing that is only HTTP/2's", async (t) => {
  const upstream = await fakeUpstream(t);
  const gateway = await secureGateway(t, { controlPlane: upstream, workers: [upstream] });
  const client = http2Client(t, gateway.port);
  const forged = {
    "x-forwarded-for": "6.6.6.6",
    "x-internal-token": "forged",
    "x-ferrule-tenant": "forged",
    te: "trailers",
  };
  for (const prefix of ["api", "mcp", "http"]) {
    const path = `/${prefix}/d/p/e?a=%20b`;
    assert.equal((await ask(client, { ":path": path, cookie: "a=1", accept: "text/plain", ...forged })).status, 200);
    const { url, headers } = upstream.seen.at(-1)!;
    assert.equal(url, path);
    assert.equal(headers["x-forwarded-for"], "127.0.0.1");
    assert.equal(headers["x-internal-token"], internalToken);
    assert.equal(headers.accept, "text/plain");
    assert.equal(headers.cookie, prefix === "api" ? "a=1" : undefined);
    assert.doesNotMatch(
      JSON.stringify(headers),
      /forged|6\.6\.6\.6|trailers|"[a-z-]*:(?:path|method|scheme|authority)"/,
    );
  }
});

test("takes bodies without a declared length, and holds them to the same size", async (t) => {
  const upstream = await fakeUpstream(t);
  const bounds = { bufferedBodyBytes: 300_000, streamedBodyBytes: 300_000 };
  const gateway = await secureGateway(t, { controlPlane: upstream, workers: [upstream] }, bounds);
  const client = http2Client(t, gateway.port);
  for (const path of ["/api/a", "/http/d/p/e"]) {
    assert.equal((await ask(client, { ":path": path }, "x".repeat(300_000))).status, 200);
    assert.equal(upstream.seen.at(-1)?.body.length, 300_000);
    const declared = await ask(client, { ":path": path, "content-length": "300001" }, "x".repeat(300_001));
    assert.equal(declared.status, 413);
    assert.equal((await ask(client, { ":path": path }, "x".repeat(300_001))).status, 413);
  }
  assert.equal(upstream.seen.filter(({ url }) => url === "/http/d/p/e").length, 1);
});

test("hands on each event at once, and a client that leaves one stream ends that call alone", async (t) => {
  const streams: ServerResponse[] = [];
  let closed = 0;
  const worker = await fakeUpstream(t, (_request, response) => {
    response.on("close", () => (closed += 1));
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    streams.push(response);
  });
  const gateway = await secureGateway(t, { workers: [worker] });
  const client = http2Client(t, gateway.port);
  const [one, other] = ["/http/d/p/a", "/http/d/p/b"].map((path) => client.request({ ":path": path }));
  await Promise.all([once(one!, "response"), once(other!, "response")]);
  for (const event of ["data: 1\n\n", "data: 2\n\n"]) {
    const arrived = Promise.all([once(one!, "data"), once(other!, "data")]);
    for (const stream of streams) stream.write(event);
    assert.deepEqual((await arrived).map(String), [event, event]);
  }
  one!.close(8);
  await until(() => closed === 1);
  const rest = once(other!, "data");
  for (const stream of streams) if (!stream.destroyed) stream.end("data: 3\n\n");
  assert.equal(String(await rest), "data: 3\n\n");
});

test("an answer that breaks off upstream is reset, instead of looking whole", async (t) => {
  const worker = await fakeUpstream(t, (request, response) => {
    response.writeHead(200, { "content-type": "text/plain" }).write("half");
    setImmediate(() => request.socket.destroy());
  });
  const gateway = await secureGateway(t, { workers: [worker] });
  await assert.rejects(ask(http2Client(t, gateway.port), { ":path": "/http/d/p/e" }), /INTERNAL|reset with 2/);
});

test("a large answer arrives whole through a client that reads slowly, without piling up here", async (t) => {
  const size = 16 * 1024 * 1024;
  let written = 0;
  const worker = await fakeUpstream(t, (_request, response) => {
    const piece = Buffer.alloc(256 * 1024, "x");
    const more = () => {
      let room = true;
      while (room && written < size) {
        written += piece.length;
        room = response.write(piece);
      }
      if (written < size) response.once("drain", more);
      else response.end();
    };
    more();
  });
  const gateway = await secureGateway(t, { workers: [worker] });
  const stream = http2Client(t, gateway.port).request({ ":path": "/http/d/p/e" });
  await once(stream, "response");
  let before = -1;
  await until(() => {
    const still = written === before;
    before = written;
    return still && written > 0;
  });
  assert.ok(written < size, "the worker could write everything although nobody read");
  let read = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) read += piece.length;
  assert.equal(read, size);
});

test("refuses CONNECT, TRACE, two hosts, and tricks with the path, each with a request id", async (t) => {
  const upstream = await fakeUpstream(t);
  const gateway = await secureGateway(t, { controlPlane: upstream, workers: [upstream] });
  const client = http2Client(t, gateway.port);
  const refused: [Record<string, string>, number][] = [
    [{ ":method": "TRACE", ":path": "/mcp/a/b/c" }, 405],
    [{ ":path": "/api/../internal/changes" }, 404],
    [{ ":path": "/internal" }, 404],
    [{ ":path": "/mcp/a/b/c", ":authority": "one.example", host: "other.example" }, 400],
  ];
  for (const [headers, status] of refused) {
    const answer = await ask(client, headers);
    assert.equal(answer.status, status, JSON.stringify(headers));
    assert.match(String(answer.headers["x-request-id"]), /^req_/);
  }
  const tunnel = client.request({ ":method": "CONNECT", ":authority": "127.0.0.1:1" });
  const [headers] = (await once(tunnel, "response")) as [Record<string, unknown>];
  assert.equal(headers[":status"], 405);
  assert.match(String(headers["x-request-id"]), /^req_/);
  tunnel.destroy();
  assert.deepEqual(upstream.seen, []);
});

test("close lets a running call finish and tells its client to open no more", async (t) => {
  let finish: (() => void) | undefined;
  const worker = await fakeUpstream(t, (_request, response) => (finish = () => void response.end("finished")));
  const gateway = await secureGateway(t, { workers: [worker] }, { drainMs: 30_000 });
  const client = http2Client(t, gateway.port);
  const running = ask(client, { ":path": "/http/d/p/e" });
  await until(() => finish !== undefined);
  const left = once(client, "goaway");
  const closed = gateway.close();
  await left;
  finish?.();
  assert.equal((await running).text, "finished");
  await closed;
});
