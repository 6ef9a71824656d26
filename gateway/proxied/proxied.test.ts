import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { connect as connectTls } from "node:tls";
import { fakeUpstream, testGateway, until } from "../testing.ts";
import { ask, http2Client, secureGateway } from "../tls/testing.ts";
import { parseProxyHeader } from "./parse-header.ts";

const settings = { trustedProxies: ["127.0.0.2"], addressesFrom: "proxy-protocol" as const };
const v1 = Buffer.from("PROXY TCP4 203.0.113.9 192.0.2.1 50000 443\r\n");
const start2 = Buffer.from("0d0a0d0a000d0a515549540a", "hex");

function v2(kind: number, family: number, rest: Buffer, length = rest.length): Buffer {
  const head = Buffer.from([kind, family, length >> 8, length & 255]);
  return Buffer.concat([start2, head, rest]);
}
const v2OfIpv4 = v2(0x21, 0x11, Buffer.from([203, 0, 113, 9, 192, 0, 2, 1, 195, 80, 1, 187, 4, 0, 1, 0]));
const ipv6 = Buffer.concat([Buffer.from("20010db8000000000000000000000007", "hex"), Buffer.alloc(20)]);
const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nhost: x\r\n${more}\r\n`;

/** A connection by the proxy, which has an address of its own. */
function open(t: TestContext, port: number): Socket {
  const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
  socket.on("error", () => undefined);
  t.after(() => socket.destroy());
  return socket;
}

test("knows whom a trusted proxy speaks for, by either version, however its bytes arrive", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { workers: [worker], settings });
  const forged = "x-forwarded-for: 6.6.6.6\r\nforwarded: for=6.6.6.6\r\n";
  const cases: [Buffer, string][] = [
    [v1, "203.0.113.9"],
    [v2OfIpv4, "203.0.113.9"],
    [v2(0x21, 0x21, ipv6), "2001:db8:0:0:0:0:0:7"],
    [v2(0x20, 0, Buffer.alloc(0)), "127.0.0.2"],
    [Buffer.from("PROXY UNKNOWN\r\n"), "127.0.0.2"],
  ];
  for (const [header, client] of cases) {
    for (const bytesAtOnce of [10_000, 1]) {
      const socket = open(t, gateway.port);
      socket.setNoDelay(true);
      const sent = Buffer.concat([header, Buffer.from(get("/mcp/d/p/e", forged))]);
      for (let at = 0; at < sent.length; at += bytesAtOnce) {
        socket.write(sent.subarray(at, at + bytesAtOnce));
        if (bytesAtOnce === 1 && at < header.length) await new Promise(setImmediate);
      }
      const [answer] = (await once(socket, "data")) as [Buffer];
      assert.match(String(answer), /^HTTP\/1.1 200/);
      assert.equal(worker.seen.at(-1)?.headers["x-forwarded-for"], client);
      // The next request of the connection is by the same caller.
      const before = worker.seen.length;
      socket.write(get("/mcp/d/p/again"));
      await until(() => worker.seen.length > before);
      assert.equal(worker.seen.at(-1)?.headers["x-forwarded-for"], client);
      socket.destroy();
    }
  }
});

test("by TLS and HTTP/2, too", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await secureGateway(t, { workers: [worker], settings });
  const raw = open(t, gateway.port);
  raw.write(v2OfIpv4);
  const socket = connectTls({ socket: raw, rejectUnauthorized: false, ALPNProtocols: ["h2"] });
  socket.on("error", () => undefined);
  await once(socket, "secureConnect");
  const client = http2Client(t, gateway.port, { createConnection: () => socket });
  assert.equal((await ask(client, { ":path": "/mcp/d/p/e" })).status, 200);
  assert.equal(worker.seen[0]?.headers["x-forwarded-for"], "203.0.113.9");
});

test("a peer that is no trusted proxy speaks for itself alone", async (t) => {
  const worker = await fakeUpstream(t);
  const others = { trustedProxies: ["10.0.0.0/8"], addressesFrom: "proxy-protocol" as const };
  const gateway = await testGateway(t, { workers: [worker], settings: others });
  for (const header of [v1, v2OfIpv4]) {
    const socket = open(t, gateway.port);
    socket.write(Buffer.concat([header, Buffer.from(get("/mcp/d/p/e"))]));
    const [answer] = (await once(socket, "data")) as [Buffer];
    assert.match(String(answer), /^HTTP\/1.1 400/);
  }
  assert.equal(worker.seen.length, 0);
  await fetch(`${gateway.url}/mcp/d/p/e`, { headers: { "x-forwarded-for": "6.6.6.6" } });
  assert.equal(worker.seen[0]?.headers["x-forwarded-for"], "127.0.0.1");
});

test("ends connections whose header is broken, endless, missing or late, and serves others meanwhile", async (t) => {
  const worker = await fakeUpstream(t);
  const gateway = await testGateway(t, { workers: [worker], settings }, { proxyHeaderMs: 500 });
  const bad = [
    Buffer.from(get("/mcp/d/p/e")),
    Buffer.from(`PROXY TCP4 ${"1".repeat(5_000)}`),
    v2(0x21, 0x11, Buffer.alloc(12), 65_535),
    Buffer.from("PROXY TCP4 203.0.113.9"),
    start2.subarray(0, 5),
    Buffer.alloc(0),
  ];
  const sockets = bad.map((bytes) => {
    const socket = open(t, gateway.port);
    socket.write(bytes);
    return once(socket.resume(), "close");
  });
  const socket = open(t, gateway.port);
  socket.write(Buffer.concat([v1, Buffer.from(get("/mcp/d/p/good"))]));
  await once(socket, "data");
  await Promise.all(sockets);
  assert.deepEqual(
    worker.seen.map(({ url }) => url),
    ["/mcp/d/p/good"],
  );
});

test("takes no header that only looks like one", () => {
  for (const text of [
    "PROXY TCP4 203.0.113.9 192.0.2.1 50000\r\n",
    "PROXY TCP4 203.0.113.9 192.0.2.1 50000 99999\r\n",
    "PROXY TCP4 203.0.113.9  192.0.2.1 1 2\r\n",
    "PROXY TCP4 2001:db8::1 2001:db8::2 1 2\r\n",
    "PROXY TCP6 203.0.113.9 192.0.2.1 1 2\r\n",
    "PROXY TCP4 evil.example 192.0.2.1 1 2\r\n",
    "PROXY TCP5 203.0.113.9 192.0.2.1 1 2\r\n",
    "PROXY  \r\n",
    "proxy TCP4 203.0.113.9 192.0.2.1 1 2\r\n",
  ]) {
    assert.equal(parseProxyHeader(Buffer.from(text)), "broken", text);
  }
  for (const header of [
    v2(0x31, 0x11, Buffer.alloc(12)),
    v2(0x22, 0x11, Buffer.alloc(12)),
    v2(0x21, 0x11, Buffer.alloc(11)),
    v2(0x21, 0x21, Buffer.alloc(35)),
  ]) {
    assert.equal(parseProxyHeader(header), "broken");
  }
  for (let at = 0; at < v2OfIpv4.length; at += 1)
    assert.equal(parseProxyHeader(v2OfIpv4.subarray(0, at)), "incomplete");
  const mapped = Buffer.concat([Buffer.from("00000000000000000000ffffcb007109", "hex"), Buffer.alloc(20)]);
  assert.deepEqual(parseProxyHeader(v2(0x21, 0x21, mapped)), { address: "203.0.113.9", bytes: 52 });
});
