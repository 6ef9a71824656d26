import { PublicError } from "@ferrule/contract/errors.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { plainProblem } from "@ferrule/contract/json/plain-problem.ts";
import { z } from "zod";

export type { Issue };

// Set before we parse anything, for the whole process.
z.config({ customError: plainProblem });

type Problem = z.core.$ZodIssue;

const most = 100;
const join = (prefix: string, path: readonly PropertyKey[]) =>
  [prefix, ...path.map((part) => String(part).slice(0, 100))].join(".");

/** Chooses the branch of a union that matches the value's type: its problems say more than "matches none". */
const likelyBranch = (branches: readonly Problem[][]) =>
  branches.find((problems) => problems.every(({ path, code }) => path.length > 0 || code === "unrecognized_keys"));

function flatten(problem: Problem, prefix: string): Issue[] {
  if (problem.code === "unrecognized_keys") {
    return problem.keys.map((key) => ({ path: join(prefix, [...problem.path, key]), message: "is not a known field" }));
  }
  if (problem.code === "invalid_union") {
    const branch = likelyBranch(problem.errors);
    if (branch) return branch.flatMap((inner) => flatten(inner, join(prefix, problem.path)));
  }
  return [{ path: join(prefix, problem.path), message: problem.message }];
}

/** Zod's problems in the form of `details.issues`: each offending path, and never the rejected value. */
export const validationIssues = (error: z.core.$ZodError, prefix: string): Issue[] =>
  error.issues.flatMap((problem) => flatten(problem, prefix));

/** A 400 that names at most 100 issues. */
export const validationError = (issues: readonly Issue[]): PublicError =>
  new PublicError("VALIDATION_ERROR", undefined, { details: { issues: issues.slice(0, most) } });
