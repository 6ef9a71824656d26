// Why: docs/decisions/two-schema-readers.md
import type { JsonSchema } from "../internal/artifact.ts";
import { applySchema } from "./applying/apply-schema.ts";
import { fail, pathOf, type Place, type Run } from "./applying/run.ts";
import { createResolver } from "./create-resolver.ts";
import type { Issue } from "./issue.ts";
import { PatternRefused } from "./pattern-refused.ts";
import { beginWork, TooMuchWork } from "./work-meter.ts";

/**
 * What a value has against a schema: at most 20 issues, none when it fits. No issue holds a value that was given.
 * @param root What the paths of the issues begin with
 */
export type FindIssues = (value: unknown, root: string) => Issue[];

const isTracked = (schema: JsonSchema) => JSON.stringify(schema).includes('"unevaluated');

/**
 * Prepares a schema (see `checkSchema`) for being interpreted: no code is made of it. A value whose check takes longer than
 * it may, or that a schema which `checkSchema` would refuse cannot be checked with, does not fit; it never throws.
 * @param mostMs For one value, beyond the first few milliseconds
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
