import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

// The official SDK's server with Ferrule's tool, in this process: no sandbox, no key, no record.
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "peer", version: "1.0.0" });
  server.registerTool(
    "echo",
    {
      description: "Echoes.",
      inputSchema: z.object({ text: z.string() }),
      outputSchema: z.object({ text: z.string() }),
    },
    async ({ text }) => ({ content: [{ type: "text", text: JSON.stringify({ text }) }], structuredContent: { text } }),
  );
  return server;
});
const serve = toNodeHandler(handler);
const server = createServer((request, response) => void serve(request, response));
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit(0));
