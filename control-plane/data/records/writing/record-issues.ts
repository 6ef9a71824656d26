import type { FindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { recordBoundsProblem } from "@ferrule/contract/resources/record-bounds.ts";
import { indexIssues, type Slotted } from "../queries/slots.ts";

/**
 * The reasons why data cannot be a record of a collection: the limits of every record, the schema, the indexes. Paths
 * begin with `data`. All code that writes records calls this, so no way of writing escapes the rules.
 */
export function recordIssues(findIssues: FindIssues, collection: Slotted, data: unknown): Issue[] {
  const message = recordBoundsProblem(data);
  if (message !== null) return [{ path: "data", message }];
  return [...findIssues(data, "data"), ...indexIssues(collection, data)];
}
