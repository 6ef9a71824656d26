import assert from "node:assert/strict";
import { test } from "node:test";
import type { AskControlPlane } from "../../../ground/control-plane-client/ask-control-plane.ts";
import { invocationOf, testSandbox, valueOf } from "../conformance/harness.ts";
import type { HostCallContext } from "./host-call.ts";
import { createMcpCalls } from "./mcp.ts";

const none = new Uint8Array(0);

function calls() {
  const asked: unknown[] = [];
  let touched = 0;
  const ask: AskControlPlane = async (name, argument) => void asked.push([name, argument]);
  const context = { touch: () => (touched += 1) } as unknown as HostCallContext;
  const changed = (argument: unknown) => createMcpCalls(ask)["mcp.changed"]!(argument, none, context);
  return { asked, touched: () => touched, changed };
}

test("a change goes to the control plane, and the call is not repeated by itself", async () => {
  const { asked, touched, changed } = calls();
  for (const uri of ["orders://42", "urn:isbn:0-395-36341-1", "a:\u00e9"]) await changed({ uri });
  assert.deepEqual(asked[0], ["mcp.changed", { uri: "orders://42" }]);
  assert.deepEqual([asked.length, touched()], [3, 3]);
});

for (const argument of [
  undefined,
  {},
  { uri: 1 },
  { uri: "" },
  { uri: "orders/42" },
  { uri: "://42" },
  { uri: "1a:b" },
  { uri: "a:b\u0000" },
  { uri: "a:b\n\nevent: x" },
  { uri: "a:\u202eb" },
  { uri: `a:${"b".repeat(1_000)}` },
  { uri: "a:b", projectId: "prj_another", tenantId: "globex" },
]) {
  test(`refused: ${JSON.stringify(argument)?.slice(0, 40) ?? "nothing"}`, async () => {
    const { asked, changed } = calls();
    await assert.rejects(changed(argument), { code: "VALIDATION_ERROR" });
    assert.deepEqual(asked, []);
  });
}

test("Functions tell of changes in calls from MCP clients and in all others", async () => {
  const { asked, changed } = calls();
  await using sandbox = await testSandbox({ executors: 1, hostCalls: { "mcp.changed": changed } });
  const source = `export default async (input, ctx) => {
    await (ctx.mcp ?? { changed: ctx.resourceChanged }).changed(input.uri);
    return ctx.resourceChanged("no scheme").catch((error) => error.code); };`;
  const mcp = { clientInfo: null, capabilities: {}, progress: false };
  const byMcp = await sandbox.invoke(invocationOf(source, { inputJson: `{"uri":"orders://1"}`, mcp }));
  const byCron = await sandbox.invoke(invocationOf(source, { inputJson: `{"uri":"orders://2"}` }));
  assert.deepEqual([valueOf(byMcp), valueOf(byCron)], ["VALIDATION_ERROR", "VALIDATION_ERROR"]);
  assert.deepEqual(asked, [
    ["mcp.changed", { uri: "orders://1" }],
    ["mcp.changed", { uri: "orders://2" }],
  ]);
});
