import type { McpContext } from "ferrule";

/** Answers an embedded resource. */
export default async function embeddedResource(_input: {}, ctx: McpContext) {
  const resource = {
    uri: "test://embedded-resource",
    mimeType: "text/plain",
    text: "This is an embedded resource content.",
  };
  return ctx.mcp.content([{ type: "resource", resource }]);
}
