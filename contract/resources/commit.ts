import { z } from "zod";
import { givenLine } from "./fields.ts";
import { link } from "./link.ts";

/** The commit from which the drafts come, according to the deploying user or program. Ferrule does not check it. */
export const commit = z.strictObject({
  /** The full hash, or an abbreviation. */
  sha: z.string().regex(/^[0-9a-f]{7,64}$/, "must be 7 to 64 hexadecimal digits in lower case"),
  branch: givenLine(255, 1).nullable().default(null),
  author: givenLine(200, 1).nullable().default(null),
  /** The page of the commit at its forge. */
  url: link.nullable().default(null),
});
export type Commit = z.infer<typeof commit>;
