import type { McpContext } from "ferrule";

/** Asks the person behind the client what the caller says. */
export default async function elicitation({ message }: { message: string }, ctx: McpContext) {
  const response = await ctx.mcp.elicit({
    message,
    schema: {
      type: "object",
      properties: {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      },
      required: ["username", "email"],
    },
  });
  return `User response: ${JSON.stringify(response)}`;
}
