import type { FindIssues } from "@ferrule/contract/json-schema/find-issues.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { recordBoundsProblem } from "@ferrule/contract/resources/record-bounds.ts";
import { indexIssues, type Slotted } from "./queries/slots.ts";

/**
 * Why data cannot be a record of a collection, by paths that begin with `data`: the bounds of every record, the schema, the
 * indexes. Whatever writes records asks this, so that they hold for every way a record is written.
 */
export function recordIssues(findIssues: FindIssues, collection: Slotted, data: unknown): Issue[] {
  const message = recordBoundsProblem(data);
  if (message !== null) return [{ path: "data", message }];
  return [...findIssues(data, "data"), ...indexIssues(collection, data)];
}
