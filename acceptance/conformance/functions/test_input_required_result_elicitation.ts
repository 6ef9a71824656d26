import type { McpContext } from "ferrule";

/** Asks for a name, and greets. */
export default async function inputRequired(_input: {}, ctx: McpContext) {
  const answer = await ctx.mcp.elicit({
    message: "What is your name?",
    name: "user_name",
    schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  });
  return answer.action === "accept" ? `Hello, ${answer.content.name}!` : `No name: ${answer.action}`;
}
