import type { McpContext } from "ferrule";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Answers a text, an image and a resource. */
export default async function multipleContentTypes(_input: {}, ctx: McpContext) {
  const text = JSON.stringify({ test: "data", value: 123 });
  return ctx.mcp.content([
    { type: "text", text: "Multiple content types test:" },
    { type: "image", data: png, mimeType: "image/png" },
    { type: "resource", resource: { uri: "test://mixed-content-resource", mimeType: "application/json", text } },
  ]);
}
