import { prepareFindIssues } from "@ferrule/contract/json-schema/applying/find-issues.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import { nullAsAbsent } from "@ferrule/contract/json-schema/values/null-as-absent.ts";
import type { InputContract } from "./input-contract.ts";

const mostMs = 50;

/**
 * The problems for which a Function would reject an input, by the workers' rules: null for an optional argument counts
 * as left out. Paths begin with `root`. Empty while the contract is unknown.
 */
export function inputIssues({ inputSchema }: InputContract, input: unknown, root: string): Issue[] {
  if (inputSchema === null) return [];
  const findIssues = prepareFindIssues(inputSchema, mostMs);
  const issues = findIssues(input, root);
  if (issues.length === 0) return issues;
  const without = nullAsAbsent(inputSchema)(input);
  return without === input ? issues : findIssues(without, root);
}
