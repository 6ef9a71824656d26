// Why: docs/decisions/two-schema-readers.md
import type { JsonSchema } from "../../internal/artifact.ts";
import { applySchema } from "./apply-schema.ts";
import { fail, pathOf, type Place, type Run } from "./run.ts";
import { createResolver } from "../walking/create-resolver.ts";
import type { Issue } from "../issue.ts";
import { PatternRefused } from "../patterns/pattern-refused.ts";
import { beginWork, TooMuchWork } from "../work-meter.ts";

/**
 * The problems of a value by a schema: at most 20 issues, none if it fits. No issue contains a part of the value.
 * @param root The first part of each issue's path
 */
export type FindIssues = (value: unknown, root: string) => Issue[];

const isTracked = (schema: JsonSchema) => JSON.stringify(schema).includes('"unevaluated');

/**
 * Prepares a schema (see `checkSchema`) for the interpreter; it makes no code. It never throws. A value does not fit if
 * its check takes too long. The same is true if `checkSchema` would refuse the schema and the check fails because of
 * that.
 * @param mostMs The time for one value, beyond the first few milliseconds
 */
export function prepareFindIssues(schema: JsonSchema, mostMs: number): FindIssues {
  const resolve = createResolver(schema);
  const tracks = isTracked(schema);
  return (value, name) => {
    const root: Place = { around: null, name };
    const run: Run = { apply: applySchema, resolve, tracks, at: root };
    const issues: Issue[] = [];
    beginWork(mostMs);
    try {
      applySchema(run, schema, value, root, issues);
    } catch (error) {
      if (error instanceof TooMuchWork) fail(issues, run.at, error.message);
      else if (error instanceof PatternRefused) fail(issues, run.at, `cannot be checked: its pattern ${error.message}`);
      else if (error instanceof RangeError) issues.push({ path: pathOf(root), message: "is nested too deeply" });
      else throw error;
    }
    return issues;
  };
}
