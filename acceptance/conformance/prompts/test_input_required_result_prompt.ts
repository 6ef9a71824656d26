import type { McpContext } from "ferrule";

/** A prompt that asks for its context. */
export default async function inputRequiredPrompt(_input: {}, ctx: McpContext) {
  const answer = await ctx.mcp.elicit({
    message: "What context should the prompt use?",
    name: "user_context",
    schema: { type: "object", properties: { context: { type: "string" } }, required: ["context"] },
  });
  return `Use this context: ${answer.action === "accept" ? answer.content.context : "none"}`;
}
