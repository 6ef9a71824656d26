import { z } from "zod";
import { givenLine } from "./fields.ts";
import { link } from "./link.ts";

/** Where a Project that is managed from git is edited, as an owner or an admin says. Ferrule does not check it. */
export const managedFrom = z.strictObject({
  /** The page of the repository. */
  url: link,
  /** The branch whose folder a pipeline pushes. */
  branch: givenLine(255, 1),
});
export type ManagedFrom = z.infer<typeof managedFrom>;
