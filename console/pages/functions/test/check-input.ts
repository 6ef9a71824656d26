import { prepareFindIssues, type FindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import type { Schema } from "../../../reference/sample-of-schema.ts";

const mostMs = 50;
const prepared = new WeakMap<Schema, FindIssues>();

/** The problems of an input by path (`items.0.sku`; empty for the whole); only the first one of each path. */
export function checkInput(schema: Schema, input: unknown): Map<string, string> {
  let findIssues = prepared.get(schema);
  if (findIssues === undefined) {
    findIssues = prepareFindIssues(schema, mostMs);
    prepared.set(schema, findIssues);
  }
  const problems = new Map<string, string>();
  for (const { path, message } of findIssues(input, "input")) {
    const place = path.replace(/^input\.?/, "");
    if (!problems.has(place)) problems.set(place, message);
  }
  return problems;
}

/** The message below a form: the problem of the whole, or the first of all problems if no field shows one. */
export function wholeProblem(problems: ReadonlyMap<string, string>, hasNoFields: boolean): string | undefined {
  const whole = problems.get("");
  if (whole !== undefined || !hasNoFields) return whole;
  for (const [path, message] of problems) return `${path} ${message}`;
  return undefined;
}
