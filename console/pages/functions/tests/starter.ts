import { printLiteral } from "@ferrule/contract/function-tests/print-literal.ts";
import { sampleOfSchema, type Schema } from "../../../reference/sample-of-schema.ts";

/** A first test of a Function: it calls the Function with a sample of its input. */
export function starterOf(inputSchema: Schema | null): string {
  const input = inputSchema === null ? {} : sampleOfSchema(inputSchema);
  return `import { call, expect, test } from "ferrule/test";

test("returns what its caller expects", async () => {
  // Declare what the Function gets from outside behind the input:
  // { stand: { fetch: [{ url: "https://…", respond: { json: {} } }], secrets: { NAME: "…" } } }
  const result = await call(${printLiteral(input, "  ")});
  expect(result.status).toBe("succeeded");
});
`;
}
