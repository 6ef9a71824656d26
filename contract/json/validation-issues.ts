import { z } from "zod";
import type { Issue } from "../json-schema/issue.ts";
import { plainProblem } from "./plain-problem.ts";

// We set this for the whole process before we parse anything.
z.config({ customError: plainProblem });

type Problem = z.core.$ZodIssue;

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

/** Zod's problems in the form of `details.issues`: each wrong path, and never the rejected value. */
export const validationIssues = (error: z.core.$ZodError, prefix: string): Issue[] =>
  error.issues.flatMap((problem) => flatten(problem, prefix));
