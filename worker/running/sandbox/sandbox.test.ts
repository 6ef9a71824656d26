import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { invocationOf, testSandbox, valueOf } from "./conformance/harness.ts";
import type { Sandbox } from "./sandbox.ts";

describe("a call", () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await testSandbox();
  });
  after(() => sandbox[Symbol.asyncDispose]());

  test("gets its input and the facts of the call, and its answer is JSON", async () => {
    const source = `export default (input, ctx) => ({ input, id: ctx.requestId, env: ctx.environment, tenant: ctx.tenantId,
      source: ctx.source, caller: ctx.caller, dep: ctx.deploymentId, attempt: ctx.attempt,
      left: ctx.deadline - Date.now() > 1000, aborted: ctx.signal.aborted, http: "http" in ctx, mcp: "mcp" in ctx });`;
    const result = await sandbox.invoke(invocationOf(source, { inputJson: '{"n":1}', timeoutMs: 60_000 }));
    assert.deepEqual(valueOf(result), {
      input: { n: 1 },
      id: "req_test",
      env: "development",
      tenant: "tenant-a",
      source: "http",
      caller: { kind: "anonymous", id: null, name: null },
      dep: "dep_test",
      attempt: 1,
      left: true,
      aborted: false,
      http: false,
      mcp: false,
    });
    assert.equal(result.coldStart, true);
    assert.equal(result.touchedOutside, false);
    assert.ok(Math.abs(result.startedAt - Date.now()) < 60_000);
  });

  test("that returns nothing answers null", async () => {
    assert.equal(valueOf(await sandbox.invoke(invocationOf("export default () => {};"))), null);
  });

  test("that returns an iterator fails, whatever its types say", async () => {
    const made = [
      "async function* () { yield 1; }",
      "function* () { yield 1; }",
      "() => [1].values()",
      "async () => new ReadableStream()",
    ];
    for (const handler of made) {
      const { outcome } = await sandbox.invoke(invocationOf(`export default ${handler}`));
      assert.ok(outcome.kind === "threw", handler);
      assert.match(outcome.message, /returned a generator.*Array\.fromAsync/);
    }
    const own = "export default () => ({ *[Symbol.iterator]() {}, next() {}, toJSON: () => [1] });";
    assert.deepEqual(valueOf(await sandbox.invoke(invocationOf(own))), [1]);
    const plain = "export default () => ({ next: 'page', a: 1 });";
    assert.deepEqual(valueOf(await sandbox.invoke(invocationOf(plain))), { next: "page", a: 1 });
  });

  test("shows a FunctionError to the caller: code, message, status and details", async () => {
    const source = `import { FunctionError } from "ferrule";
      export default () => { throw new FunctionError("ORDER_NOT_FOUND", "No order 7", { status: 404, details: { id: 7 } }); };`;
    const { outcome } = await sandbox.invoke(invocationOf(source));
    assert.ok(outcome.kind === "threw");
    assert.deepEqual(
      [outcome.safe, outcome.code, outcome.message, outcome.status, outcome.details],
      [true, "ORDER_NOT_FOUND", "No order 7", 404, { id: 7 }],
    );
  });

  test("that throws anything else is not safe to show", async () => {
    const { outcome } = await sandbox.invoke(invocationOf("export default () => { null.x; };"));
    assert.ok(outcome.kind === "threw" && !outcome.safe && outcome.code === "FUNCTION_ERROR");
    assert.match(outcome.message, /^TypeError: Cannot read properties of null/);
  });

  test("fails with what its module threw at the top level, every time", { timeout: 60_000 }, async () => {
    for (let n = 0; n < 3; n++) {
      const { outcome } = await sandbox.invoke(invocationOf("throw new RangeError('top'); export default () => 1;"));
      assert.ok(outcome.kind === "threw" && !outcome.safe);
      assert.match(outcome.message, /RangeError: top/);
    }
  });

  test("waits for a top-level await", async () => {
    const source = "const x = await new Promise((r) => setTimeout(r, 20, 5)); export default () => x;";
    assert.equal(valueOf(await sandbox.invoke(invocationOf(source))), 5);
  });

  test("may not ask the platform for anything at the top level", async () => {
    const source =
      "let told; try { await fetch('https://example.com'); } catch (e) { told = e.code; } export default () => told;";
    assert.equal(valueOf(await sandbox.invoke(invocationOf(source))), "UNAVAILABLE");
  });

  test("logs with level, data and console formatting, in order", async () => {
    const source = `export default (i, ctx) => { ctx.log.info("read", { id: 1 }); console.warn("%s has %d", "a", 2, { b: [1] }); ctx.log.error(new Error("e").message); };`;
    const seen: string[] = [];
    const result = await sandbox.invoke(invocationOf(source, { onLog: (entry) => seen.push(entry.message) }));
    assert.deepEqual(
      result.logs.map(({ level, message, data }) => [level, message, data]),
      [
        ["info", "read", { id: 1 }],
        ["warn", "a has 2 { b: [1] }", undefined],
        ["error", "e", undefined],
      ],
    );
    assert.deepEqual(seen, ["read", "a has 2 { b: [1] }", "e"]);
  });

  test("keeps at most 1,000 log entries and says that it dropped the rest", async () => {
    const source = "export default (i, ctx) => { for (let n = 0; n < 3000; n++) ctx.log.info('line'); };";
    const { logs } = await sandbox.invoke(invocationOf(source));
    assert.equal(logs.length, 1_000);
    assert.match(logs.at(-1)!.message, /log truncated/);
  });

  test("keeps what was logged before it was ended", async () => {
    const source = "export default (i, ctx) => { ctx.log.info('before'); for (;;); };";
    const { outcome, logs, cpuMs } = await sandbox.invoke(invocationOf(source, { timeoutMs: 1_500 }));
    assert.deepEqual(outcome, {
      kind: "terminated",
      reason: "timeout",
      message: "The Function ran longer than its time limit.",
    });
    assert.deepEqual(
      logs.map(({ message }) => message),
      ["before"],
    );
    assert.ok(cpuMs > 20, `used ${cpuMs} ms of CPU`);
  });

  test("is told by its signal when it times out, and its late answer is not taken", async () => {
    const source = `export default (i, ctx) => i.warm || new Promise((done) => { ctx.signal.addEventListener("abort", () => {
      ctx.log.info(ctx.signal.reason.name); done("late"); }); });`;
    await sandbox.invoke(invocationOf(source, { inputJson: '{"warm":true}' }));
    const { outcome, logs } = await sandbox.invoke(invocationOf(source, { timeoutMs: 500 }));
    assert.equal(outcome.kind === "terminated" && outcome.reason, "timeout");
    assert.deepEqual(
      logs.map(({ message }) => message),
      ["TimeoutError"],
    );
  });

  test("ends as cancelled when its caller gives up", async () => {
    const controller = new AbortController();
    const running = sandbox.invoke(
      invocationOf("export default (i, ctx) => { ctx.log.info('here'); return new Promise(() => {}); };", {
        timeoutMs: 60_000,
        signal: controller.signal,
        onLog: () => controller.abort(),
      }),
    );
    const { outcome, durationMs } = await running;
    assert.equal(outcome.kind === "terminated" && outcome.reason, "cancelled");
    assert.ok(durationMs < 30_000);
  });

  test("ends as cancelled when it was given up before it began", async () => {
    const { outcome } = await sandbox.invoke(invocationOf("export default () => 1;", { signal: AbortSignal.abort() }));
    assert.equal(outcome.kind === "terminated" && outcome.reason, "cancelled");
  });

  test("does not begin when it may no longer, neither at first nor after its module was loaded", async () => {
    for (const asked of [1, 2]) {
      let [left, loaded] = [asked, false];
      const { bundle, ...given } = invocationOf(`export default () => "it began ${asked}";`);
      const load = () => {
        loaded = true;
        return bundle.load();
      };
      const mayBegin = () => (left -= 1) > 0;
      const { outcome } = await sandbox.invoke({ ...given, bundle: { ...bundle, load }, mayBegin });
      assert.deepEqual([outcome.kind === "terminated" && outcome.reason, loaded], ["cancelled", asked === 2]);
    }
    assert.equal(sandbox.state().running, 0);
  });

  test("reports progress where the client asked for it, and logs it elsewhere", async () => {
    const source = "export default async (i, ctx) => { await ctx.progress(1, 2, 'half'); };";
    const seen: unknown[] = [];
    const mcp = { clientInfo: null, capabilities: {}, progress: true };
    await sandbox.invoke(invocationOf(source, { mcp, onProgress: (...args) => seen.push(args) }));
    assert.deepEqual(seen, [[1, 2, "half"]]);
    const { logs } = await sandbox.invoke(invocationOf(source));
    assert.deepEqual(
      logs.map(({ message, data }) => [message, data]),
      [["half", { done: 1, total: 2 }]],
    );
  });

  test("reads the body of its request as it was sent, when it asks; without one it is empty", async () => {
    const http = { method: "POST", path: "/a", headers: {}, query: {} };
    const source = "export default async (i, ctx) => [await ctx.http.request.text(), ctx.http.request.path];";
    const httpBody = Buffer.from('{ "n" : 1.0, "é": 2 }');
    assert.deepEqual(valueOf(await sandbox.invoke(invocationOf(source, { http, httpBody }))), [String(httpBody), "/a"]);
    assert.deepEqual(valueOf(await sandbox.invoke(invocationOf(source, { http }))), ["", "/a"]);
  });

  test("answers a route with status, headers and bytes", async () => {
    const http = { method: "GET", path: "/a", headers: { x: "1" }, query: { q: ["1", "2"] } };
    const source = `export default (i, ctx) => ctx.http.respond({ status: 201, headers: { "x-a": ctx.http.request.query.q, b: undefined },
      body: new Uint8Array([0, 255]) });`;
    const { outcome } = await sandbox.invoke(invocationOf(source, { http }));
    assert.ok(outcome.kind === "returned" && outcome.reply?.kind === "http");
    assert.deepEqual(
      [outcome.reply.status, outcome.reply.headers, [...outcome.reply.body]],
      [201, { "x-a": ["1", "2"], "content-type": "application/octet-stream" }, [0, 255]],
    );
    assert.equal((JSON.parse(outcome.outputJson) as { body: string }).body, "[2 bytes]");
  });

  test("is told in its log which headers of its answer are not sent", async () => {
    const http = { method: "GET", path: "/a", headers: {}, query: {} };
    const source = `export default (i, ctx) => ctx.http.respond({ headers: { NEL: "{}", "x-a": "1", "x-sendfile": "/a" } });`;
    const { outcome, logs } = await sandbox.invoke(invocationOf(source, { http }));
    assert.ok(outcome.kind === "returned" && outcome.reply?.kind === "http");
    assert.deepEqual(outcome.reply.headers, { "x-a": "1" });
    assert.deepEqual(
      logs.map(({ level, message }) => [level, message.includes("NEL, x-sendfile")]),
      [["warn", true]],
    );
  });

  const http = { method: "GET", path: "/a", headers: {}, query: {} };
  const replyTo = async (source: string) => {
    const { outcome } = await sandbox.invoke(invocationOf(`export default ${source}`, { http }));
    assert.ok(outcome.kind === "returned" && outcome.reply?.kind === "http", JSON.stringify(outcome));
    const { status, headers, body } = outcome.reply;
    return [status, headers, Buffer.from(body).toString()];
  };
  test("answers a route with a Response or a Blob as it is", async () => {
    assert.deepEqual(
      await replyTo(
        `() => new Response("<p>", { status: 203, headers: { "content-type": "text/html", etag: "1", nel: "x" } })`,
      ),
      [203, { etag: "1", "content-type": "text/html" }, "<p>"],
    );
    assert.deepEqual(await replyTo(`async () => Response.json({ a: 1 }, { status: 404 })`), [
      404,
      { "content-type": "application/json" },
      '{"a":1}',
    ]);
    assert.deepEqual(await replyTo(`() => Response.redirect("https://example.com/")`), [
      302,
      { location: "https://example.com/" },
      "",
    ]);
    assert.deepEqual(await replyTo(`() => new Blob(["a,b"], { type: "text/csv" })`), [
      null,
      { "content-type": "text/csv" },
      "a,b",
    ]);
    assert.deepEqual((await replyTo(`(i, ctx) => ctx.http.respond({ body: new Blob(["x"]) })`))[2], "x");
  });

  test("ends for its output when a Response has more than may be sent, and for its error when it was read", async () => {
    const whole = `export default () => new Response("x".repeat(7e6))`;
    const { outcome } = await sandbox.invoke(invocationOf(whole, { http }));
    assert.ok(outcome.kind === "terminated" && outcome.reason === "output", JSON.stringify(outcome));
    const large = await sandbox.invoke(invocationOf(`export default () => new Blob(["x".repeat(7e6)])`, { http }));
    assert.ok(large.outcome.kind === "terminated" && large.outcome.reason === "output");
    const used = `export default async () => { const r = new Response("a"); await r.text(); return r; }`;
    assert.equal((await sandbox.invoke(invocationOf(used, { http }))).outcome.kind, "threw");
  });

  test("cannot stream where nobody receives a stream, and is told so", async () => {
    const endless = "new ReadableStream({ pull(c) { c.enqueue(new Uint8Array(100_000)); } })";
    const { outcome } = await sandbox.invoke(invocationOf(`export default () => new Response(${endless})`, { http }));
    assert.ok(outcome.kind === "threw" && outcome.code === "UNAVAILABLE", JSON.stringify(outcome));
    assert.match(outcome.message, /Only the answer of an HTTP route can be a stream/);
  });

  test("answers a tool with the value, text or bytes of a Response, and with an error for its 4xx and 5xx", async () => {
    const mcp = { clientInfo: null, capabilities: {}, progress: false };
    const told = async (source: string) =>
      (await sandbox.invoke(invocationOf(`export default ${source}`, { mcp }))).outcome;
    const json = await told(`() => Response.json({ a: 1 })`);
    assert.ok(json.kind === "returned" && json.reply === null && json.outputJson === '{"a":1}');
    const text = await told(`() => new Response("hi")`);
    assert.ok(text.kind === "returned" && text.outputJson === '"hi"');
    const image = await told(`() => new Blob([new Uint8Array([0, 255])], { type: "image/png" })`);
    assert.ok(image.kind === "returned" && image.reply?.kind === "mcp");
    assert.deepEqual(JSON.parse(image.reply.contentJson), [{ type: "image", data: "AP8=", mimeType: "image/png" }]);
    const file = await told(`() => new File([new Uint8Array([0, 255])], "a b.zip", { type: "application/zip" })`);
    assert.ok(file.kind === "returned" && file.reply?.kind === "mcp");
    assert.deepEqual(JSON.parse(file.reply.contentJson), [
      { type: "resource", resource: { uri: "ferrule:answer/a%20b.zip", mimeType: "application/zip", blob: "AP8=" } },
    ]);
    const failed = await told(`() => new Response("no such order", { status: 404 })`);
    assert.ok(failed.kind === "threw" && failed.safe && failed.status === 404);
    assert.deepEqual([failed.code, failed.message], ["HTTP_STATUS", "no such order"]);
  });

  test("cannot put a line break into a header", async () => {
    const http = { method: "GET", path: "/a", headers: {}, query: {} };
    const source = `export default (i, ctx) => ctx.http.respond({ headers: { a: "b\\r\\nset-cookie: c" } });`;
    const { outcome } = await sandbox.invoke(invocationOf(source, { http }));
    assert.equal(outcome.kind, "threw");
  });

  test("answers a tool with content blocks, and asks for a capability", async () => {
    const mcp = { clientInfo: { name: "c", version: "1" }, capabilities: { sampling: {} }, progress: false };
    const source = `export default ({ need }, ctx) => { if (need) ctx.mcp.requireCapability(need);
      return ctx.mcp.content([{ type: "text", text: ctx.mcp.clientInfo.name }]); };`;
    const fine = await sandbox.invoke(invocationOf(source, { mcp, inputJson: '{"need":"sampling"}' }));
    assert.ok(fine.outcome.kind === "returned" && fine.outcome.reply?.kind === "mcp");
    assert.equal(fine.outcome.reply.contentJson, '[{"type":"text","text":"c"}]');
    const { outcome } = await sandbox.invoke(invocationOf(source, { mcp, inputJson: '{"need":"elicitation"}' }));
    assert.ok(outcome.kind === "threw" && outcome.safe && outcome.requiredCapability === "elicitation");
  });

  test("is refused what the platform does not offer", async () => {
    const source = `export default async (i, ctx) => { const codes = [];
      for (const ask of [() => ctx.secrets.get("A"), () => ctx.cache.get("k"), () => ctx.collection("c").get("1")])
        await ask().catch((error) => codes.push(error.code)); return codes; };`;
    assert.deepEqual(valueOf(await sandbox.invoke(invocationOf(source))), [
      "UNAVAILABLE",
      "UNAVAILABLE",
      "UNAVAILABLE",
    ]);
  });

  test("is told where in its own source it failed", async () => {
    const { build } = await import("esbuild");
    const contents =
      "interface In { a: number }\n\nfunction inner(): never {\n  throw new Error('mapped');\n}\nexport default (input: In) => inner();\n";
    const { outputFiles } = await build({
      stdin: { contents, loader: "ts", sourcefile: "function.ts" },
      bundle: true,
      format: "esm",
      minify: true,
      sourcemap: "external",
      outfile: "/function.js",
      write: false,
    });
    const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))!.text;
    const load = () => Promise.resolve({ code: text(".js"), sourceMap: text(".map") });
    const { outcome } = await sandbox.invoke(invocationOf(contents, { bundle: { digest: "mapped", load } }));
    assert.ok(outcome.kind === "threw" && outcome.stack !== null);
    assert.match(outcome.stack, /function\.ts:4:9/);
    assert.doesNotMatch(outcome.stack, /ferrule:/);
  });

  test("rejects when its bundle cannot be loaded", async () => {
    const load = () => Promise.reject(new Error("no bundle"));
    await assert.rejects(sandbox.invoke(invocationOf("", { bundle: { digest: "gone", load } })), /no bundle/);
    assert.equal(sandbox.state().running, 0);
  });
});

describe("limits", () => {
  test("end a call that uses more CPU time than it may", async () => {
    await using sandbox = await testSandbox({ cpuLimitMs: 150 });
    const source = "export default () => { for (;;); };";
    const { outcome, cpuMs } = await sandbox.invoke(invocationOf(source, { timeoutMs: 60_000 }));
    assert.equal(outcome.kind === "terminated" && outcome.reason, "cpu");
    assert.ok(cpuMs > 150, `ended after ${cpuMs} ms of CPU time`);
  });

  test("let a call wait for longer than its CPU time", async () => {
    await using sandbox = await testSandbox({ cpuLimitMs: 500 });
    const source = "export default () => new Promise((r) => setTimeout(r, 1000, 'waited'));";
    assert.equal(valueOf(await sandbox.invoke(invocationOf(source))), "waited");
  });

  test("reject calls after the end", async () => {
    const sandbox = await testSandbox();
    const running = sandbox.invoke(invocationOf("export default () => new Promise(() => {});"));
    await sandbox[Symbol.asyncDispose]();
    const { outcome } = await running;
    assert.equal(outcome.kind === "terminated" && outcome.reason, "cancelled");
    await assert.rejects(sandbox.invoke(invocationOf("export default () => 1;")), /closed/);
  });
});
