import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

// The limit of plain node:http for the same bytes: parse the request, and echo it in the same form.
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const call = JSON.parse(Buffer.concat(chunks).toString("utf8")) as {
      id: number;
      params: { arguments: { text: string } };
    };
    const { text } = call.params.arguments;
    const result = { content: [{ type: "text", text: JSON.stringify({ text }) }], structuredContent: { text } };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id: call.id, result }));
  });
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit(0));
