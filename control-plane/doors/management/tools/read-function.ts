import { z } from "zod";
import { untrusted } from "../answers/untrusted.ts";
import { functionNamed, functionSlug } from "./named.ts";
import { tool } from "./tool.ts";

/** So that the source and what stands beside it fit into one answer. */
const pageChars = 5_000;

/** One Function with a page of its source. */
export const readFunction = tool({
  name: "read_function",
  title: "Read a Function",
  description:
    "One Function: its source (5,000 characters a page, by offset), schemas, permissions, tests, and the revision that write_function wants.",
  scope: "read",
  hints: { readOnlyHint: true },
  input: z.strictObject({
    function: functionSlug,
    part: z.enum(["source", "tests", "schemas"]).default("source"),
    offset: z.int().min(0).max(600_000).default(0),
  }),
  output: {
    slug: z.string(),
    revision: z.int(),
    permissions: z.looseObject({}),
    served: z.looseObject({}),
    next_offset: z.int().nullable(),
  },
  run: async ({ client }, { function: name, part, offset }) => {
    const found = await functionNamed(client, name);
    const { id, slug, revision, permissions, served, timeoutMs, memoryMb, run, setInCode, inputSchema, derived } =
      found;
    const { items: cases } = await client.listTestCases({ params: { functionId: id }, query: { limit: 100 } });
    const text = part === "tests" ? found.tests : found.source;
    const shown =
      part === "schemas"
        ? {
            inputSchema: inputSchema ?? derived?.inputSchema ?? null,
            outputSchema: found.outputSchema ?? derived?.outputSchema ?? null,
          }
        : { [part]: text.slice(offset, offset + pageChars) };
    const end = offset + pageChars;
    return {
      slug,
      id,
      revision,
      permissions,
      served,
      settings: { timeoutMs, memoryMb, run, ...(setInCode.length === 0 ? {} : { setInCode }) },
      next_offset: part !== "schemas" && end < text.length ? end : null,
      ...untrusted({ description: found.description, ...shown, test_cases: cases.map((one) => one.name) }),
      next: `write_function changes it, with revision ${revision}.`,
    };
  },
});
