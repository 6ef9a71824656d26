import type { z } from "zod";
import { canonicalJson } from "../json/canonical-json.ts";
import type { guestQuestion } from "./run-calls.ts";

/**
 * What a Function asks people, in canonical JSON: the title, the summary, the details and who may decide. Two questions
 * with the same text may have the same answer, whatever deployment asks them and whenever they expire.
 * @throws SyntaxError if the details are no JSON
 */
export function questionText({ title, summary, details, by, people, notAsker }: z.infer<typeof guestQuestion>): string {
  const { roles, people: named, groups, caller } = by;
  const sorted = { roles: roles.toSorted(), people: named.toSorted(), groups: groups.toSorted(), caller };
  return canonicalJson({ title, summary, details: JSON.parse(details) as unknown, by: sorted, people, notAsker });
}
