// Why: docs/decisions/scim-beside-the-table.md
import { z } from "zod";
import { limits } from "../limits.ts";
import { ScimError } from "../scim-error.ts";
import { urns } from "../urns.ts";
import { readPath, type PatchPath } from "./read-path.ts";

/** One step of a PATCH (RFC 7644, section 3.5.2). */
export interface PatchStep {
  op: "add" | "replace" | "remove";
  path: PatchPath;
  value: unknown;
}

const body = z.object({
  schemas: z.array(z.string()).refine((named) => named.some((one) => one.toLowerCase() === urns.patch.toLowerCase())),
  Operations: z
    .array(
      z.object({
        // Entra ID writes `Add`, so we accept `op` in any case.
        op: z
          .string()
          .max(20)
          .transform((op) => op.toLowerCase())
          .pipe(z.enum(["add", "replace", "remove"])),
        path: z.string().max(limits.filter).optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(limits.operations),
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function stepsOf({ op, path, value }: z.infer<typeof body>["Operations"][number]): PatchStep[] {
  if (path !== undefined && path !== "") return [{ op, path: readPath(path), value }];
  if (op === "remove") throw new ScimError(400, "To remove something, name it by a path.", "noTarget");
  if (!isObject(value)) throw new ScimError(400, "Without a path, the value must be an object.", "invalidValue");
  // Each member is an attribute. Entra ID also sends whole paths as names: "name.givenName".
  return Object.entries(value).flatMap(([name, one]) =>
    name === "schemas" ? [] : [{ op, path: readPath(name), value: one }],
  );
}

/** Reads the steps of a PATCH, each with a path. @throws ScimError */
export function readPatch(sent: unknown): PatchStep[] {
  const { data, success } = body.safeParse(sent);
  if (!success) {
    const detail = `A PATCH has the schema PatchOp, and 1 to ${limits.operations} Operations that add, replace or remove.`;
    throw new ScimError(400, detail, "invalidSyntax");
  }
  const steps = data.Operations.flatMap(stepsOf);
  for (const { op, value } of steps) {
    if (op !== "remove" && value === undefined) {
      throw new ScimError(400, "An operation that adds or replaces needs a value.", "invalidValue");
    }
  }
  return steps;
}
