import type { McpContext } from "ferrule";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Answers an image. */
export default async function imageContent(_input: {}, ctx: McpContext) {
  return ctx.mcp.content([{ type: "image", data: png, mimeType: "image/png" }]);
}
