import { z } from "zod";
import { givenLine } from "./fields.ts";
import { link } from "./link.ts";

/** The repository that manages a Project, as an owner or an admin enters it. Ferrule does not check it. */
export const managedFrom = z.strictObject({
  /** The page of the repository. */
  url: link,
  /** The branch whose folder a pipeline pushes. */
  branch: givenLine(255, 1),
});
export type ManagedFrom = z.infer<typeof managedFrom>;
