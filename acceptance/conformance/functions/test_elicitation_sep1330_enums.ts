import type { McpContext } from "ferrule";

const options = ["option1", "option2", "option3"];

/** Asks with each form of choice that is not deprecated. */
export default async function elicitationEnums(_input: {}, ctx: McpContext) {
  const response = await ctx.mcp.elicit({
    message: "Please choose.",
    schema: {
      type: "object",
      properties: {
        untitledSingle: { type: "string", enum: options },
        titledSingle: {
          type: "string",
          oneOf: [
            { const: "value1", title: "First Option" },
            { const: "value2", title: "Second Option" },
          ],
        },
        untitledMulti: { type: "array", items: { type: "string", enum: options } },
        titledMulti: {
          type: "array",
          items: {
            anyOf: [
              { const: "value1", title: "First Choice" },
              { const: "value2", title: "Second Choice" },
            ],
          },
        },
      },
    },
  });
  return `Elicitation completed: ${JSON.stringify(response)}`;
}
