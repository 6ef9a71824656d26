import { approversInWords } from "@ferrule/contract/permissions/approvers-in-words.ts";
import type { ApprovalRule } from "@ferrule/contract/resources/approval.ts";

/**
 * The rules by which a call of this tool or route waits for approval, each with a sentence. The first matching rule
 * decides, so the list ends with the first one that holds for every call.
 */
export function approvalsNeeded(rules: readonly ApprovalRule[], target: string) {
  const about = rules
    .map((rule, index) => ({ given: rule, rule: index + 1, always: rule.when === null }))
    .filter(({ given: { names } }) => names.includes(target) || names.includes("*"));
  const last = about.findIndex(({ always }) => always);
  return about.slice(0, last === -1 ? about.length : last + 1).map(({ given, rule, always }) => ({
    rule,
    always,
    reason: `Needs approval by ${approversInWords(given)}${always ? "" : ", if its arguments match the rule"}.`,
  }));
}
