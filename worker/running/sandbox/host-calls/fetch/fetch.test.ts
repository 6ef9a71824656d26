import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { after, before, describe, test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { listen } from "@ferrule/kit/network/listen.ts";
import type { OutboundCall } from "@ferrule/contract/internal/execution.ts";
import { invocationOf } from "../../conformance/harness.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { HostCallContext } from "../host-call.ts";
import { createFetch, type FetchOptions } from "./fetch.ts";

const { signal: dropped } = new AbortController();
const unheard = { dropped, touch() {}, record() {}, cancel() {}, noteStatement() {} };
let sent = 0;
let closed = Promise.withResolvers<void>();
let nextPiece: () => void = () => undefined;
const seen: { url: string; headers: IncomingMessage["headers"]; method: string; body: string }[] = [];

function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
  const path = request.url!.split("?")[0]!;
  seen.push({ url: request.url!, headers: request.headers, method: request.method!, body });
  const to = new URL(request.url!, "http://x").searchParams.get("to");
  if (path === "/redirect")
    response
      .writeHead(Number(new URL(request.url!, "http://x").searchParams.get("status") ?? 302), { location: to! })
      .end();
  else if (path === "/loop") response.writeHead(302, { location: "/loop" }).end();
  else if (path === "/gzip") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("packed"));
  else if (path === "/br") response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync("packed"));
  else if (path === "/bomb")
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
  else if (path === "/twice")
    response.writeHead(200, { "content-encoding": "gzip, br" }).end(brotliCompressSync(gzipSync("packed twice")));
  else if (path === "/deflate") response.writeHead(200, { "content-encoding": "deflate" }).end(deflateSync("packed"));
  else if (path === "/zstd") response.writeHead(200, { "content-encoding": "zstd" }).end(zstdCompressSync("packed"));
  else if (path === "/unknown-coding") response.writeHead(200, { "content-encoding": "mine" }).end("as it is");
  else if (path === "/many-codings")
    response.writeHead(200, { "content-encoding": Array.from({ length: 4 }, () => "gzip").join(",") }).end("x");
  else if (path === "/bomb-br")
    response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync(Buffer.alloc(64 * 1024 * 1024)));
  else if (path === "/bomb-deflate")
    response.writeHead(200, { "content-encoding": "deflate" }).end(deflateSync(Buffer.alloc(64 * 1024 * 1024)));
  else if (path === "/bomb-twice")
    response
      .writeHead(200, { "content-encoding": "gzip, gzip" })
      .end(gzipSync(gzipSync(Buffer.alloc(64 * 1024 * 1024))));
  else if (path === "/nothing-for-ever") {
    // Empty gzip members in sequence: bytes come in, but none come out.
    const none = Buffer.concat(Array.from({ length: 1_000 }, () => gzipSync("")));
    response.writeHead(200, { "content-encoding": "gzip" });
    const more = () => {
      while (!response.destroyed && response.write(none));
    };
    response.on("drain", more);
    more();
  } else if (path === "/cut-off") {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("packed".repeat(100)).subarray(0, 20));
  } else if (path === "/large-headers") {
    response.writeHead(200, { "x-large": "y".repeat(100_000) }).end();
  } else if (path === "/interim") {
    for (let n = 0; n < 100; n++) response.writeProcessing();
    response.writeHead(200).end("at last");
  } else if (path === "/endless") {
    response.writeHead(200);
    const chunk = Buffer.alloc(65_536);
    const more = () => {
      while (!response.destroyed && response.write(chunk)) sent += chunk.length;
    };
    response.on("drain", more);
    response.on("close", () => closed.resolve());
    more();
  } else if (path === "/pieces") {
    response.writeHead(200).write("one ");
    nextPiece = () => response.end("two");
  } else if (path === "/large") response.writeHead(200).end(Buffer.alloc(2_000_000));
  else if (path === "/slow-headers") return;
  else if (path === "/drip") {
    response.writeHead(200);
    const timer = setInterval(() => response.write("."), 20);
    response.on("close", () => clearInterval(timer));
  } else response.writeHead(200, "Fine", { "x-a": "b", "set-cookie": ["c=1", "d=2"] }).end(`hello ${body}`);
}

describe("fetch", () => {
  let server: Server;
  let port: number;
  before(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => (body += String(chunk)));
      request.on("end", () => answer(request, response, body));
    });
    port = await listen(server, 0, "127.0.0.1");
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });

  /** Runs one fetch with the given options and grant. Returns its result and its records. */
  async function run(
    url: string,
    over: { hosts?: string[]; init?: object; body?: string; signal?: AbortSignal } & Partial<FetchOptions> = {},
  ) {
    const { hosts = [`http://127.0.0.1:${port}`, `http://localhost:${port}`], init, body, signal, ...options } = over;
    const { hostCalls, close } = createFetch({ allowPrivate: [`127.0.0.1:${port}`], ...options });
    const calls: OutboundCall[] = [];
    let touched = false;
    const context: HostCallContext = {
      invocation: invocationOf("", { grant: { secrets: [], hosts, collections: [], cache: false } }),
      signal: signal ?? new AbortController().signal,
      ended: new AbortController().signal,
      ...unheard,
      touch: () => (touched = true),
      record: (call) => calls.push(call),
    };
    const argument = { url, method: "GET", headers: [], redirect: "follow", hasBody: body !== undefined, ...init };
    try {
      const { value, bytes } = await hostCalls["fetch"]!(argument, Buffer.from(body ?? ""), context);
      const head = value as {
        body: number | null;
        status: number;
        statusText: string;
        url: string;
        redirected: boolean;
        headers: [string, string][];
      };
      const chunks = [bytes!];
      for (let done = head.body === null; !done;) {
        const next = await hostCalls["fetch.read"]!({ body: head.body }, Buffer.alloc(0), context);
        if (next.bytes !== undefined) chunks.push(next.bytes);
        ({ done } = next.value as { done: boolean });
      }
      const text = Buffer.concat(chunks).toString();
      return { ...head, text, calls, touched: touched as boolean, error: undefined };
    } catch (error) {
      return {
        error: error as Error & { code?: string },
        calls,
        touched: touched as boolean,
        text: "",
        status: 0,
        headers: [],
        url: "",
        redirected: false,
      };
    } finally {
      await close();
    }
  }
  const contextOf = (ended: AbortSignal = new AbortController().signal): HostCallContext => ({
    invocation: invocationOf("", {
      grant: { secrets: [], hosts: [`http://127.0.0.1:${port}`], collections: [], cache: false },
    }),
    signal: new AbortController().signal,
    ended,
    ...unheard,
  });
  const at = (path: string, host = "127.0.0.1") => `http://${host}:${port}${path}`;

  test("reaches a private service that is granted and excepted by host:port, and records it without its query", async () => {
    const got = await run(at("/a?secret=1"), { init: { method: "POST", headers: [["x-mine", "1"]] }, body: "data" });
    assert.equal(got.text, "hello data");
    assert.deepEqual(
      got.headers.filter(([name]) => name === "set-cookie"),
      [
        ["set-cookie", "c=1"],
        ["set-cookie", "d=2"],
      ],
    );
    assert.deepEqual(
      got.calls.map(({ durationMs, at, ...call }) => [call, durationMs >= 0 && !Number.isNaN(Date.parse(at ?? ""))]),
      [[{ method: "POST", host: `127.0.0.1:${port}`, path: "/a", status: 200 }, true]],
    );
    assert.equal(got.touched, true);
    assert.equal(seen.at(-1)!.headers["x-mine"], "1");
  });

  test("refuses a host that is not granted, and touches nothing", async () => {
    const before = seen.length;
    const got = await run(at("/a"), { hosts: ["api.example.com"] });
    assert.ok(got.error instanceof HostCallError && got.error.code === "EGRESS_DENIED");
    assert.deepEqual([got.touched, seen.length, got.calls[0]?.status], [false, before, null]);
  });
  for (const host of [
    "127.0.0.1",
    "localhost",
    "LOCALHOST",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "127.0.0.1.",
    "１２７.0.0.1",
    "[::1]",
    "[::]",
    "0.0.0.0",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:0:127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[2002:7f00:1::]",
    "[fe80::1]",
  ]) {
    test(`refuses the loopback address as ${host} though it is granted`, async () => {
      const before = seen.length;
      const { host: granted } = new URL(at("/", host));
      const got = await run(at("/a", host), { hosts: [`http://${granted}`], allowPrivate: [] });
      assert.ok(got.error instanceof HostCallError && got.error.code === "EGRESS_DENIED", String(got.error));
      assert.equal(seen.length, before);
    });
  }

  test("refuses an address that DNS answers with when it is private", async () => {
    const got = await run(at("/a", "rebind.example"), {
      hosts: [`http://rebind.example:${port}`],
      resolve: () => Promise.resolve([{ address: "169.254.169.254", family: 4 }]),
    });
    assert.equal(got.error?.code, "EGRESS_DENIED");
  });

  test("resolves a name once and connects to the address that was checked", async () => {
    let asked = 0;
    const got = await run(at("/a", "rebind.example"), {
      hosts: [`http://rebind.example:${port}`],
      allowPrivate: ["127.0.0.1/32"],
      resolve: () => Promise.resolve([{ address: asked++ === 0 ? "127.0.0.1" : "10.0.0.1", family: 4 }]),
    });
    assert.equal(got.text, "hello ");
    assert.equal(asked, 1);
  });

  test("connects to the public ones when a name has private addresses too", async () => {
    const got = await run(at("/a", "mixed.example"), {
      hosts: [`http://mixed.example:${port}`],
      allowPrivate: ["127.0.0.1/32"],
      resolve: () =>
        Promise.resolve([
          { address: "10.0.0.1", family: 4 },
          { address: "127.0.0.1", family: 4 },
        ]),
    });
    assert.equal(got.text, "hello ");
  });

  test("follows a redirect and says so", async () => {
    const got = await run(at(`/redirect?to=${encodeURIComponent("/a#part")}`));
    assert.deepEqual([got.text, got.redirected, got.url], ["hello ", true, at("/a")]);
    assert.deepEqual(
      got.calls.map(({ status }) => status),
      [302, 200],
    );
  });

  test("refuses a redirect to a host that is not granted, and to one whose address is private", async () => {
    const foreign = await run(at(`/redirect?to=${encodeURIComponent("https://evil.example/")}`));
    assert.equal(foreign.error?.code, "EGRESS_DENIED");
    const inward = await run(at(`/redirect?to=${encodeURIComponent(at("/a", "localhost"))}`));
    assert.equal(inward.error?.code, "EGRESS_DENIED");
    const other = await run(at(`/redirect?to=${encodeURIComponent("file:///etc/passwd")}`));
    assert.match(other.error!.message, /http and https/);
  });

  test("does not take credentials along to another host, and takes them along on the same", async () => {
    const headers = [
      ["authorization", "Bearer x"],
      ["cookie", "a=1"],
      ["x-other", "y"],
    ];
    const both = { allowPrivate: [`127.0.0.1:${port}`, `localhost:${port}`] };
    await run(at(`/redirect?to=${encodeURIComponent(at("/a", "localhost"))}`), { init: { headers }, ...both });
    const far = seen.at(-1)!.headers;
    assert.deepEqual([far.authorization, far.cookie, far["x-other"]], [undefined, undefined, "y"]);
    await run(at("/redirect?to=/a"), { init: { headers }, ...both });
    assert.equal(seen.at(-1)!.headers.authorization, "Bearer x");
  });

  test("turns a POST into a GET where a redirect does, and keeps it where one does not", async () => {
    await run(at("/redirect?status=303&to=/a"), {
      init: { method: "POST", headers: [["content-type", "text/plain"]] },
      body: "b",
    });
    assert.deepEqual(
      [seen.at(-1)!.method, seen.at(-1)!.body, seen.at(-1)!.headers["content-type"]],
      ["GET", "", undefined],
    );
    await run(at("/redirect?status=307&to=/a"), { init: { method: "POST" }, body: "b" });
    assert.deepEqual([seen.at(-1)!.method, seen.at(-1)!.body], ["POST", "b"]);
  });

  test("gives up on redirects that go round, and hands one over where that was asked for", async () => {
    assert.match((await run(at("/loop"))).error!.message, /too many redirects/);
    assert.equal((await run(at("/loop"), { init: { redirect: "manual" } })).status, 302);
    assert.match((await run(at("/loop"), { init: { redirect: "error" } })).error!.message, /redirect/);
  });

  test("sends no header that is the connection's own or names another host", async () => {
    const headers = [
      ["host", "evil.example"],
      ["connection", "upgrade"],
      ["content-length", "999"],
      ["transfer-encoding", "chunked"],
    ];
    const got = await run(at("/a"), { init: { method: "POST", headers }, body: "abc" });
    assert.equal(got.text, "hello abc");
    assert.equal(seen.at(-1)!.headers.host, `127.0.0.1:${port}`);
  });

  test("decodes what is compressed", async () => {
    for (const path of ["/gzip", "/br", "/deflate", "/zstd"]) {
      const got = await run(at(path));
      assert.equal(got.text, "packed");
      assert.ok(!got.headers.some(([name]) => name === "content-encoding"));
    }
  });

  test("decodes what is compressed twice, and leaves what it does not know as it is", async () => {
    assert.equal((await run(at("/twice"))).text, "packed twice");
    const unknown = await run(at("/unknown-coding"));
    assert.equal(unknown.text, "as it is");
    assert.ok(unknown.headers.some(([name]) => name === "content-encoding"));
    assert.match((await run(at("/many-codings"))).error!.message, /encoded too many times/);
    assert.match((await run(at("/cut-off"))).error!.message, /^fetch failed/);
  });

  test("stops at the size limit, for large answers and for small ones that unpack to large ones", async () => {
    const bytes = { responseBytes: 1_000_000 };
    assert.equal((await run(at("/large"), bytes)).error?.code, "LIMIT_EXCEEDED");
    for (const bomb of ["/bomb", "/bomb-br", "/bomb-deflate", "/bomb-twice", "/nothing-for-ever"])
      assert.equal((await run(at(bomb), bytes)).error?.code, "LIMIT_EXCEEDED", bomb);
  });

  test("gives up on a server that says nothing, and on one that drips", async () => {
    assert.match((await run(at("/slow-headers"), { silenceMs: 200 })).error!.message, /UND_ERR_HEADERS_TIMEOUT/);
    assert.match((await run(at("/drip"), { totalMs: 300 })).error!.message, /took too long/);
  });

  test("gives up on headers without measure, and on a server that only announces its answer", async () => {
    assert.match((await run(at("/large-headers"))).error!.message, /UND_ERR_HEADERS_OVERFLOW/);
    assert.match((await run(at("/interim"))).error!.message, /^fetch failed/);
  });

  test("hands over what there is of a body before the rest has come", async () => {
    const { hostCalls, close } = createFetch({ allowPrivate: [`127.0.0.1:${port}`] });
    const context = contextOf();
    const argument = { url: at("/pieces"), method: "GET", headers: [], redirect: "follow", hasBody: false };
    const { value, bytes } = await hostCalls["fetch"]!(argument, Buffer.alloc(0), context);
    const { body } = value as { body: number };
    const read = () => hostCalls["fetch.read"]!({ body }, Buffer.alloc(0), context);
    const first = Buffer.from(bytes!).length > 0 ? bytes! : (await read()).bytes!;
    assert.equal(Buffer.from(first).toString(), "one ");
    nextPiece();
    assert.equal(Buffer.from((await read()).bytes!).toString(), "two");
    assert.deepEqual(await read(), { value: { done: true } });
    await assert.rejects(read(), /no such body/);
    const stranger = contextOf();
    await assert.rejects(hostCalls["fetch.read"]!({ body }, Buffer.alloc(0), stranger), /no such body/);
    await close();
  });

  test("takes no more of a body than is read, and lets go of it when its call ends", async () => {
    sent = 0;
    closed = Promise.withResolvers<void>();
    const { hostCalls, close } = createFetch({ allowPrivate: [`127.0.0.1:${port}`] });
    const ending = new AbortController();
    const argument = { url: at("/endless"), method: "GET", headers: [], redirect: "follow", hasBody: false };
    const { value } = await hostCalls["fetch"]!(argument, Buffer.alloc(0), contextOf(ending.signal));
    assert.equal(typeof (value as { body: unknown }).body, "number");
    await new Promise((resolve) => setTimeout(resolve, 100));
    // The kernel decides how much the two sockets buffer: a few megabytes on loopback.
    assert.ok(sent < 20 * 1024 * 1024, `${sent} bytes were taken`);
    ending.abort();
    await closed.promise;
    await close();
  });

  test("ends when its call does", async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const startedAt = performance.now();
    const got = await run(at("/drip"), { signal: controller.signal });
    assert.ok(got.error !== undefined && performance.now() - startedAt < 5_000);
  });

  test("tells a Function that nobody answered, without the address", async () => {
    const free = await run("http://gone.example:1/", {
      hosts: ["http://gone.example:1"],
      allowPrivate: ["127.0.0.1/32"],
      resolve: () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]),
    });
    assert.equal(free.error?.message, "fetch failed: gone.example:1 (ECONNREFUSED)");
  });

  test("uses no proxy, whatever the environment says", async (t) => {
    const held = process.env["HTTP_PROXY"];
    process.env["HTTP_PROXY"] = "http://127.0.0.1:1";
    t.after(() => (held === undefined ? delete process.env["HTTP_PROXY"] : (process.env["HTTP_PROXY"] = held)));
    assert.equal((await run(at("/a"))).text, "hello ");
  });
});
