import { z } from "zod";
import { untrusted } from "../answers/untrusted.ts";
import { checkFunction } from "./check-function.ts";
import { functionNamed, functionSlug } from "./named.ts";
import { tool } from "./tool.ts";

/** What a build would find in a saved draft. */
export const validateFunction = tool({
  name: "validate",
  title: "Check a Function",
  description:
    "Checks a saved draft as a build does: syntax, types, imports, schemas, permissions. write_function does it too.",
  scope: "write",
  hints: { readOnlyHint: true },
  input: z.strictObject({ function: functionSlug }),
  output: { valid: z.boolean(), problems: z.int() },
  run: async (scene, { function: name }) => {
    const { id } = await functionNamed(scene.client, name);
    const { diagnostics, ...checked } = await checkFunction(scene, id);
    return { ...checked, ...untrusted({ diagnostics }) };
  },
});
