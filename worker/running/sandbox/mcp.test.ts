import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Invocation } from "./call/invocation.ts";
import { invocationOf, testSandbox, valueOf } from "./conformance/harness.ts";
import type { Sandbox } from "./sandbox.ts";

const client = { clientInfo: null, capabilities: {}, progress: false };
const reading = { source: "mcp", mcp: { ...client, uri: "docs://a" } } as const;
const completing = { source: "mcp", mcp: client, entry: "complete" } as const;

describe("a call for a resource or a completion", () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await testSandbox();
  });
  after(() => sandbox[Symbol.asyncDispose]());

  const run = (source: string, change: Partial<Invocation>) => sandbox.invoke(invocationOf(source, change));

  test("knows the URI of the resource; other calls have none", async () => {
    const source = "export default (input, ctx) => [ctx.mcp.uri ?? null];";
    assert.deepEqual(valueOf(await run(source, reading)), ["docs://a"]);
    assert.deepEqual(valueOf(await run(source, { source: "mcp", mcp: client })), [null]);
  });

  test("may return bytes, alone and in a list", async () => {
    const made = [
      "new Uint8Array([0, 1, 2])",
      "new Uint8Array([0, 1, 2]).buffer",
      "new Uint16Array([256]).subarray(0)",
    ];
    const blobs = ["AAEC", "AAEC", "AAE="];
    for (const [at, bytes] of made.entries()) {
      assert.deepEqual(valueOf(await run(`export default () => ${bytes};`, reading)), { blob: blobs[at] });
      const listed = await run(`export default () => ["text", ${bytes}];`, reading);
      assert.deepEqual(valueOf(listed), ["text", { blob: blobs[at] }]);
      assert.equal(valueOf(await run(`export default () => ${bytes};`, {})), blobs[at], "base64 anywhere else");
    }
  });

  test("a completion runs the export complete, with the context of the call, in the isolate of other calls", async () => {
    const source = `let calls = 0;
      export default () => ++calls;
      export const complete = ({ argument, value }, ctx) => [argument, value, ctx.tenantId, String(++calls)];`;
    const inputJson = '{"argument":"city","value":"Vi","arguments":{}}';
    const first = valueOf(await run(source, { ...completing, inputJson }));
    assert.deepEqual(first, ["city", "Vi", "tenant-a", "1"]);
    assert.equal(valueOf(await run(source, {})), 2);
    assert.deepEqual(valueOf(await run(source, { ...completing, inputJson })), ["city", "Vi", "tenant-a", "3"]);
  });

  test("a Function without the export cannot complete, and one that is no function neither", async () => {
    for (const source of ["export default () => 1;", "export default () => 1; export const complete = 5;"]) {
      const { outcome } = await run(source, completing);
      assert.ok(outcome.kind === "threw", source);
      assert.match(outcome.message, /export `complete` of a Function must be a function/);
      assert.equal(valueOf(await run(source, {})), 1);
    }
  });

  test("a completion that never returns is ended at its limit, as any call", async () => {
    const endless = ["new Promise(() => {})", "(() => { for (;;); })()"];
    for (const body of endless) {
      const source = `export default () => 1; export const complete = () => ${body};`;
      const { outcome } = await run(source, { ...completing, timeoutMs: 200 });
      assert.ok(outcome.kind === "terminated", JSON.stringify(outcome));
      assert.ok(outcome.reason === "timeout" || outcome.reason === "cpu", outcome.reason);
    }
  });

  test("a resource of 10 MiB is ended, and the next call runs", async () => {
    const source = "export default ({ n }) => new Uint8Array(n);";
    const { outcome } = await run(source, { ...reading, inputJson: '{"n":10485760}' });
    assert.ok(outcome.kind === "terminated");
    assert.equal(outcome.reason, "output");
    assert.deepEqual(valueOf(await run(source, { ...reading, inputJson: '{"n":1}' })), { blob: "AA==" });
  });
});
