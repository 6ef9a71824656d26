import assert from "node:assert/strict";
import { test } from "node:test";
import type { AskControlPlane } from "../../../ground/control-plane-client/ask-control-plane.ts";
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
