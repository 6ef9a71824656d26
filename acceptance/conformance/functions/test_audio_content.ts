import type { McpContext } from "ferrule";

const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=";

/** Answers a sound. */
export default async function audioContent(_input: {}, ctx: McpContext) {
  return ctx.mcp.content([{ type: "audio", data: wav, mimeType: "audio/wav" }]);
}
