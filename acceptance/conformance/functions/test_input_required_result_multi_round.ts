import type { McpContext } from "ferrule";

/** Asks two questions, one after the other. */
export default async function multiRound(_input: {}, ctx: McpContext) {
  const first = await ctx.mcp.elicit({
    message: "Step 1: What is your name?",
    name: "step1",
    schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  });
  const second = await ctx.mcp.elicit({
    message: "Step 2: What is your favorite color?",
    name: "step2",
    schema: { type: "object", properties: { color: { type: "string" } }, required: ["color"] },
  });
  return JSON.stringify([first, second]);
}
