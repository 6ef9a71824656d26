import type { McpContext } from "ferrule";

/** Needs a client that can sample. */
export default async function missingCapability(_input: {}, ctx: McpContext) {
  ctx.mcp.requireCapability("sampling");
  return "The client can sample.";
}
