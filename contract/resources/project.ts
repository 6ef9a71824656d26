import { z } from "zod";
import { description, head, id, name, slug, time } from "./fields.ts";
import { managedFrom } from "./managed-from.ts";
import { requiredTests } from "./required-tests.ts";

export const project = z.object({
  ...head("prj"),
  slug,
  name,
  description,
  status: z.enum(["active", "archived"]),
  archivedAt: time.nullable(),
  /** The branch that manages the Project: only a push can change the parts that the source contains. */
  managedFrom: managedFrom.nullable(),
  /** Where the tests of its Functions must pass. */
  requiredTests,
  counts: z.object({ functions: z.number().int(), endpoints: z.number().int() }),
  activeDeployments: z.object({ development: id("dep").nullable(), production: id("dep").nullable() }),
});
export type Project = z.infer<typeof project>;
