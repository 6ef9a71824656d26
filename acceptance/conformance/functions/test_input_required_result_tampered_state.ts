import type { McpContext } from "ferrule";

/** Asks for a confirmation, and says whether its state came back. */
export default async function tamperedState(_input: {}, ctx: McpContext) {
  const kept = await ctx.step("keep", () => "state-ok");
  const { action } = await ctx.mcp.elicit({
    message: "Please confirm",
    name: "confirm",
    schema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  });
  return `${kept}: ${action}`;
}
