import assert from "node:assert/strict";
import type { TestConsole } from "./start-console.ts";

/** Calls a tool of the demo as a client does. */
export async function callTool({ machine }: Pick<TestConsole, "machine">, name: string, input: object): Promise<void> {
  const { mcpUrl, mcpKey } = machine.demo ?? assert.fail("no demo");
  const headers = {
    "x-api-key": mcpKey,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } });
  const response = await fetch(mcpUrl, { method: "POST", headers, body });
  await response.text();
}
