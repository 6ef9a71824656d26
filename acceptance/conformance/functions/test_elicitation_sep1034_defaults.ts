import type { McpContext } from "ferrule";

/** Asks with a default for each type of field. */
export default async function elicitationDefaults(_input: {}, ctx: McpContext) {
  const response = await ctx.mcp.elicit({
    message: "Please check these fields.",
    schema: {
      type: "object",
      properties: {
        name: { type: "string", default: "John Doe" },
        age: { type: "integer", default: 30 },
        score: { type: "number", default: 95.5 },
        status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
        verified: { type: "boolean", default: true },
      },
    },
  });
  return `Elicitation completed: ${JSON.stringify(response)}`;
}
