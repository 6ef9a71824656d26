import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import { prepareFindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { nullAsAbsent } from "@ferrule/contract/json-schema/values/null-as-absent.ts";

const mostMs = 50;

/** An input as the Function gets it, or the problems for which it would refuse it. */
export type FittingInput = { input: unknown; issues: [] } | { input: null; issues: [Issue, ...Issue[]] };

/**
 * Checks an input by the workers' rules: null for an optional argument counts as left out. Paths of issues begin with
 * `body.input`.
 */
export function fittingInput(schema: JsonSchema, given: unknown): FittingInput {
  const findIssues = prepareFindIssues(schema, mostMs);
  if (findIssues(given, "body.input").length === 0) return { input: given, issues: [] };
  const input = nullAsAbsent(schema)(given);
  const [first, ...others] = findIssues(input, "body.input");
  return first === undefined ? { input, issues: [] } : { input: null, issues: [first, ...others] };
}
