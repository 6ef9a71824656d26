import { plainProblem } from "@ferrule/contract/json/plain-problem.ts";
import { approvalRule, type ApprovalRule } from "@ferrule/contract/resources/approval.ts";
import { conditionOf } from "./comparison.ts";

/** A rule while it is edited. */
export interface ApprovalDraft extends ApprovalRule {
  /** The schema as a text, where it is written by hand. It counts instead of `when`. */
  schemaText?: string | undefined;
}

/** A rule to edit: a schema that is not a single comparison is shown as a text. */
export const draftOf = (rule: ApprovalRule): ApprovalDraft =>
  rule.when === null || conditionOf(rule.when) !== null
    ? rule
    : { ...rule, schemaText: JSON.stringify(rule.when, null, 2) };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const schemaIn = (text: string) => approvalRule.shape.when.unwrap().unwrap().safeParse(parsed(text));

/** The rule of a draft that `approvalProblem` does not object to. A schema that is not one holds every call up. */
export function ruleOf({ schemaText, ...rule }: ApprovalDraft): ApprovalRule {
  if (schemaText === undefined) return rule;
  return { ...rule, when: schemaIn(schemaText).data ?? null };
}

/** The problem with a schema that is written by hand; null when there is none. */
export function schemaProblem(text: string): string | null {
  if (parsed(text) === undefined) return "write the schema as JSON";
  const { error } = approvalRule.shape.when.unwrap().unwrap().safeParse(parsed(text), { error: plainProblem });
  return error === undefined ? null : `the schema ${error.issues[0]?.message ?? "is not valid"}`;
}

function whenProblem({ when, schemaText }: ApprovalDraft): string | null {
  if (schemaText !== undefined) return schemaProblem(schemaText);
  const condition = when && conditionOf(when);
  if (condition?.property.trim() === "") return "name the argument to compare";
  return typeof condition?.value === "number" && !Number.isFinite(condition.value)
    ? "enter the number to compare with"
    : null;
}

function approverProblem({ by, people, notAsker }: ApprovalRule): string | null {
  if (by.roles.length > 0 || by.groups.length > 0) return null;
  const named = new Set(by.people.map((one) => one.toLowerCase())).size;
  if (named === 0 && !by.caller) return "choose who may approve";
  if (named === 0 && notAsker) return "let whoever asked approve, or choose somebody else as well";
  return named + (by.caller ? 1 : 0) < people ? "name as many people as must approve" : null;
}

/** The first problem with the rules for approvals, as a sentence; null when they can be saved. */
export function approvalProblem(rules: readonly ApprovalDraft[]): string | null {
  for (const [index, rule] of rules.entries()) {
    const problem =
      (rule.names.length === 0 ? "choose the calls that wait" : null) ?? whenProblem(rule) ?? approverProblem(rule);
    if (problem !== null) return `Approval rule ${index + 1}: ${problem}.`;
  }
  return null;
}
