import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { collector } from "@ferrule/kit/process/give-back-memory.ts";
import { createMasker } from "../../ground/masking/masker.ts";
import { keyValue } from "../../testing/deployed.ts";
import { testSandbox } from "../../running/sandbox/conformance/harness.ts";
import type { Sandbox } from "../../running/sandbox/sandbox.ts";
import { internalToken, startTestWorker, until, type TestWorker } from "../../testing/test-worker.ts";

/** A stream that waits after its first piece, and its reaction to a cancellation. */
const waiting = (wait: string, cleanup: string) => `const none = new Promise(() => {});
  export default (i, ctx) => ctx.http.stream((async function* () {
    try { yield "first"; ${wait}; yield "second"; for (;;) { yield "more"; ${wait}; } }
    finally { ${cleanup} } })());`;
const cleanup = 'await ctx.cache.set("cleaned", true); console.log("cleaned");';
const cleaning = {
  sleeps: waiting("await new Promise((done) => setTimeout(done, 50_000))", cleanup),
  naps: waiting("await new Promise((done) => setTimeout(() => done(), 500))", cleanup),
  asks: waiting('await ctx.cache.get("hangs")', cleanup),
  races: waiting('await Promise.race([none, ctx.cache.get("hangs")])', cleanup),
  nests: waiting("await (async () => { await new Promise((done) => setTimeout(done, 50_000)); })()", cleanup),
  source: `export default (i, ctx) => new Response(new ReadableStream({
    pull(c) { c.enqueue(new Uint8Array([1])); return new Promise(() => {}); }, async cancel() { ${cleanup} } }));`,
  iterator: `export default (i, ctx) => ctx.http.stream({ n: 0, [Symbol.asyncIterator]() { return this; },
    next() { return this.n++ === 0 ? { value: "first" } : new Promise(() => {}); }, async return() { ${cleanup} } });`,
};
/** When its signal aborts, it starts a host call, and does not wait for it. */
const listening = {
  listens: `export default (i, ctx) => ctx.http.stream((async function* () {
    ctx.signal.addEventListener("abort", async () => { ${cleanup} });
    yield "first"; await new Promise((done) => setTimeout(done, 50_000)); })());`,
};
/** Streams that cannot clean up, or whose clean-up never ends. */
const stubborn = {
  never: waiting("await none", cleanup),
  lingers: waiting("await new Promise((done) => setTimeout(done, 50_000))", "await none"),
  spins: waiting("await new Promise((done) => setTimeout(done, 50_000))", "for (;;);"),
  reasks: waiting("for (;;) { try { await ctx.cache.get('hangs'); } catch {} }", cleanup),
};

const sources = {
  events: `export default (i, ctx) => ctx.http.events((async function* () {
    yield { event: "begun", id: 1, data: { n: 1 } }; yield "two\\nlines"; yield [3];
  })());`,
  chunks: `export default (i, ctx) => ctx.http.stream(["a", new TextEncoder().encode("b"), "", "c"],
    { status: 201, headers: { "content-type": "text/plain", "x-total": "3", "set-cookie": "a=b" } });`,
  piped: `export default () => new Response(new ReadableStream({ start(c) { c.enqueue(new Uint8Array([1, 2])); c.close(); } }));`,
  large: `const piece = new Uint8Array(262144).fill(120);
    export default (i, ctx) => ctx.http.stream((function* () { for (let n = 0; n < 400; n++) yield piece; })());`,
  toolarge: `const piece = new Uint8Array(262144);
    export default (i, ctx) => ctx.http.stream((function* () { for (let n = 0; n < 401; n++) yield piece; })());`,
  breaks: `export default (i, ctx) => ctx.http.stream((async function* () { yield "half"; throw new Error("no more"); })());`,
  wrong: `export default (i, ctx) => ctx.http.stream((function* () { yield { no: "bytes" }; })());`,
  waits: `export default (i, ctx) => ctx.http.events((async function* () {
    try { yield "first"; await new Promise((done, left) => ctx.signal.addEventListener("abort", () => left(ctx.signal.reason))); }
    finally { console.log("left"); } })());`,
  ticks: `export default (i, ctx) => ctx.http.events((async function* () {
    ctx.signal.addEventListener("abort", () => console.log("left"));
    for (;;) {
      for (const end = Date.now() + 2; Date.now() < end;);
      yield "tick";
      await new Promise((next) => setTimeout(next));
    } })());`,
  busy: `export default (i, ctx) => ctx.http.stream((function* () { yield "a"; for (;;); })());`,
  many: `export default (i, ctx) => ctx.http.stream((function* () { for (let n = 0; n < 30000; n++) yield n + "\\n"; })());`,
  table: `export default (i, ctx) => ctx.http.stream((async function* () {
      for (let n = 0; n < 3; n++) { yield "row,".repeat(500) + "\\n"; await new Promise((next) => setTimeout(next, 20)); }
    })(), { headers: { "content-type": "text/csv", etag: 'W/"1"' } });`,
  openTable: `export default (i, ctx) => ctx.http.stream((async function* () {
      yield "row,".repeat(500) + "\\n";
      await new Promise((done) => ctx.signal.addEventListener("abort", done));
    })(), { headers: { "content-type": "text/csv" } });`,
  cutTable: `export default (i, ctx) => ctx.http.stream((async function* () { yield "row"; throw new Error("no more"); })(),
    { headers: { "content-type": "text/csv" } });`,
  tellsAll: `export default (i, ctx) => ctx.http.events([{ data: { apiKey: "k-123456", note: "plain" } }, "fer_key_0123456789abcdefghij"],
    { headers: { "set-cookie": "session=abc" } });`,
  ...cleaning,
  ...stubborn,
  ...listening,
  fails: `export default (i, ctx) => ctx.http.stream((async function* () {
    try { yield "first"; yield { no: "bytes" }; } finally { ${cleanup} } })());`,
  empty: `export default () => new Response(new ReadableStream({ start(c) { c.close(); } }));`,
};

const route = (name: string) => `/http/development/one/api/${name}`;
const collect = collector();
/** The memory in use without garbage, of which the resident memory depends on chance. */
const usedMb = () => {
  collect();
  // Buffers that the first collection finds are freed in parallel, and count until then.
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_048_576;
};

describe("a Function that answers piece by piece", () => {
  let sandbox: Sandbox;
  let worker: TestWorker;
  const kept: unknown[] = [];
  before(async () => {
    const hostCalls = {
      "cache.get": (_argument: unknown, _bytes: Uint8Array, { signal }: { signal: AbortSignal }) =>
        new Promise<never>((_, fail) => signal.addEventListener("abort", () => fail(signal.reason as Error))),
      "cache.set": (argument: unknown) => {
        kept.push(argument);
        return Promise.resolve({});
      },
    };
    sandbox = await testSandbox({ executors: 1, cpuLimitMs: 2_000, hostCalls });
    const functions = Object.entries(sources).map(([name, code]) => ({
      name,
      code,
      timeoutMs: 60_000,
      route: `GET /${name}`,
    }));
    worker = await startTestWorker({ functions, invoke: sandbox.invoke });
  });
  after(async () => {
    await worker[Symbol.asyncDispose]();
    await sandbox[Symbol.asyncDispose]();
  });
  const recorded = async (before: number) => {
    await until("it is recorded", () => worker.records.length > before);
    return worker.records.at(-1)!;
  };

  test("sends events, and the record says what was sent", async () => {
    const before = worker.records.length;
    const answer = await worker.fetch(route("events"));
    assert.equal(answer.headers.get("content-type"), "text/event-stream");
    assert.equal(answer.headers.get("content-length"), null);
    const text = 'event: begun\nid: 1\ndata: {"n":1}\n\ndata: two\ndata: lines\n\ndata: [3]\n\n';
    assert.equal(await answer.text(), text);
    const { status, output } = await recorded(before);
    assert.equal(status, "succeeded");
    const { stream } = output as { stream: Record<string, unknown> };
    assert.deepEqual([stream["bytes"], stream["ended"], stream["start"]], [text.length, "complete", text]);
  });

  test("sends strings and bytes with a head of its own, of which the allowed part leaves", async () => {
    const answer = await worker.fetch(route("chunks"));
    assert.deepEqual(
      [answer.status, answer.headers.get("x-total"), answer.headers.get("set-cookie"), await answer.text()],
      [201, "3", null, "abc"],
    );
  });

  test("compresses text piece by piece, each flushed, and cuts the connection where it breaks off", async () => {
    const headers = { "accept-encoding": "br, gzip" };
    const answer = await worker.fetch(route("table"), { headers });
    assert.deepEqual(
      ["content-encoding", "vary", "content-length"].map((name) => answer.headers.get(name)),
      ["gzip", "accept-encoding", null],
    );
    assert.equal(await answer.text(), `${"row,".repeat(500)}\n`.repeat(3));
    const leaving = new AbortController();
    const open = await worker.fetch(route("openTable"), { headers, signal: leaving.signal });
    assert.equal(open.headers.get("content-encoding"), "gzip");
    // The Function sends no more, so everything that it has sent must have arrived.
    const decoder = new TextDecoder();
    let text = "";
    for (const reader = open.body!.getReader(); text.length < 2_001;)
      text += decoder.decode((await reader.read()).value, { stream: true });
    assert.equal(text, `${"row,".repeat(500)}\n`);
    leaving.abort();
    const cut = await worker.fetch(route("cutTable"), { headers });
    assert.equal(cut.headers.get("content-encoding"), "gzip");
    await assert.rejects(cut.text());
    assert.equal((await worker.fetch(route("events"), { headers })).headers.get("content-encoding"), null);
  });

  test("records how a stream began with what is secret in it masked", async () => {
    const before = worker.records.length;
    await (await worker.fetch(route("tellsAll"))).text();
    const text = JSON.stringify(createMasker().record(await recorded(before)).output);
    assert.match(text, /plain/);
    assert.doesNotMatch(text, /session=abc|fer_key_0123|k-123456/);
  });

  test("sends the stream of a Response, and one that is empty", async () => {
    assert.deepEqual([...(await (await worker.fetch(route("piped"))).bytes())], [1, 2]);
    assert.equal((await (await worker.fetch(route("empty"))).bytes()).length, 0);
  });

  test("answers HEAD without a body", async () => {
    const before = worker.records.length;
    const answer = await worker.fetch(route("large"), { method: "HEAD" });
    assert.deepEqual([answer.status, await answer.text()], [200, ""]);
    const { output } = await recorded(before);
    assert.equal((output as { stream: { bytes: number } }).stream.bytes, 0);
  });

  test("sends 100 MiB at constant memory, and not a byte more", { timeout: 120_000 }, async () => {
    const began = usedMb();
    let most = 0;
    let bytes = 0;
    let looks = 0;
    const first = worker.records.length;
    try {
      const answer = await worker.fetch(route("large"));
      for await (const chunk of answer.body!) {
        bytes += chunk.length;
        if (bytes < looks * 20 * 1_048_576) continue;
        looks += 1;
        most = Math.max(most, usedMb());
      }
    } catch (cause) {
      const { status, error, output } = await recorded(first);
      assert.fail(`${String(cause)} after ${bytes} bytes: ${JSON.stringify({ status, error, output })}`);
    }
    assert.equal(bytes, 100 * 1_048_576);
    assert.ok(looks >= 5 && most - began < 20, `${most - began} MiB more than before`);
    const before = worker.records.length;
    await assert.rejects(worker.fetch(route("toolarge")).then((one) => one.bytes()));
    const { error, output } = await recorded(before);
    const { ended } = (output as { stream: { ended: string } }).stream;
    assert.deepEqual([error?.code, ended], ["LIMIT_EXCEEDED", "too-large"]);
  });

  test("gathers small chunks into fewer writes", async () => {
    const before = worker.records.length;
    const text = await (await worker.fetch(route("many"))).text();
    assert.equal(text.split("\n").length, 30_001);
    const { stream } = (await recorded(before)).output as { stream: { chunks: number } };
    assert.ok(stream.chunks < 15_000, `${stream.chunks} writes`);
  });

  test("breaks the connection off when it fails after the head", async () => {
    for (const name of ["breaks", "wrong", "busy"]) {
      const before = worker.records.length;
      const answer = await worker.fetch(route(name));
      assert.equal(answer.status, 200);
      await assert.rejects(answer.text());
      const { status, error } = await recorded(before);
      const expected = name === "busy" ? ["timed_out", "FUNCTION_CPU_EXCEEDED"] : ["failed", "FUNCTION_ERROR"];
      assert.deepEqual([status, error?.code], expected);
    }
  });

  test("ends with its client, whose leaving the Function hears", async () => {
    const before = worker.records.length;
    const leaving = new AbortController();
    const answer = await worker.fetch(route("waits"), { signal: leaving.signal });
    const { value } = await answer.body!.getReader().read();
    assert.equal(Buffer.from(value).toString(), "data: first\n\n");
    leaving.abort();
    const { status, output, logs } = await recorded(before);
    const { ended } = (output as { stream: { ended: string } }).stream;
    assert.deepEqual([status, ended, logs.map(({ message }) => message)], ["cancelled", "client-left", ["left"]]);
  });

  /** Leaves after the first piece. Returns the call's record, and how long after that the call ended. */
  const leave = async (name: string) => {
    const before = worker.records.length;
    kept.length = 0;
    const leaving = new AbortController();
    const answer = await worker.fetch(route(name), { signal: leaving.signal });
    await answer.body!.getReader().read();
    leaving.abort();
    const began = performance.now();
    const { status, logs } = await recorded(before);
    return { status, logs: logs.map(({ message }) => message), tookMs: performance.now() - began };
  };

  for (const name of Object.keys(cleaning)) {
    test(`cleans up when its client leaves, whatever it waits for: ${name}`, async () => {
      const { status, logs, tookMs } = await leave(name);
      assert.deepEqual([status, logs, kept.length], ["cancelled", ["cleaned"], 1]);
      assert.ok(tookMs < 2_000, `${tookMs} ms`);
    });
  }

  test("hears of its client's leaving before it ends, and may still ask for something", async () => {
    assert.equal((await leave("listens")).status, "cancelled");
    assert.equal(kept.length, 1);
  });

  for (const name of Object.keys(stubborn)) {
    test(`ends two seconds after its client has left, if it cannot clean up: ${name}`, async () => {
      const { status, logs, tookMs } = await leave(name);
      assert.deepEqual([status, logs, kept.length], ["cancelled", [], 0]);
      assert.ok(tookMs < 6_000, `${tookMs} ms`);
      assert.equal(await (await worker.fetch(route("chunks"))).text(), "abc");
    });
  }

  test("cleans up when it fails", async () => {
    const before = worker.records.length;
    kept.length = 0;
    const answer = await worker.fetch(route("fails"));
    await assert.rejects(answer.text());
    const { status, logs } = await recorded(before);
    assert.deepEqual([status, logs.map(({ message }) => message), kept.length], ["failed", ["cleaned"], 1]);
  });

  test("tells the Function that its client has left, also in the middle of a turn", async () => {
    const heard: string[] = [];
    for (let n = 0; n < 20; n += 1) {
      const before = worker.records.length;
      const leaving = new AbortController();
      const answer = await worker.fetch(route("ticks"), { signal: leaving.signal });
      await answer.body!.getReader().read();
      leaving.abort();
      const { status, logs } = await recorded(before);
      assert.equal(status, "cancelled");
      heard.push(...logs.map(({ message }) => message));
    }
    // If a turn gets no processor for 25 ms, it counts as one that never ends.
    assert.ok(heard.length >= 10, `${heard.length} of 20 heard of it`);
    assert.deepEqual(new Set(heard), new Set(["left"]));
  });

  test("waits for a client that does not read, while others are answered", async () => {
    const socket = connect(worker.serving.port, "127.0.0.1");
    socket.pause();
    socket.write(
      `GET ${route("large")} HTTP/1.1\r\nhost: x\r\nx-internal-token: ${internalToken}\r\nx-api-key: ${keyValue}\r\n\r\n`,
    );
    await until("it runs", () => sandbox.state().running === 1);
    const began = usedMb();
    const before = worker.records.length;
    for (let n = 0; n < 50; n += 1) assert.equal(await (await worker.fetch(route("chunks"))).text(), "abc");
    assert.equal(sandbox.state().running, 1);
    assert.ok(usedMb() - began < 20);
    socket.destroy();
    await until("it has ended", () => worker.records.length > before + 50 && sandbox.state().running === 0);
  });
});
