import type { ApprovalRule } from "../resources/approval.ts";
import { sameJson } from "../json/same-json.ts";

const isWithin = (few: readonly string[], many: readonly string[]): boolean => {
  const allowed = new Set(many.map((one) => one.toLowerCase()));
  return few.every((one) => allowed.has(one.toLowerCase()));
};

/** Whether whoever satisfies a rule also satisfies the other one. */
function isAsStrict(rule: ApprovalRule, as: ApprovalRule): boolean {
  return (
    rule.people >= as.people &&
    (rule.notAsker || !as.notAsker) &&
    (!rule.by.caller || as.by.caller) &&
    isWithin(rule.by.roles, as.by.roles) &&
    isWithin(rule.by.people, as.by.people) &&
    rule.by.groups.every((group) => as.by.groups.includes(group))
  );
}

const about = (rules: readonly ApprovalRule[], name: string): ApprovalRule[] =>
  rules.filter(({ names }) => names.includes(name) || names.includes("*"));

/** The first matching rule decides. So each rule that now stands before the one that replaces `was` must be as strict. */
function isHeld(was: ApprovalRule, earlier: readonly ApprovalRule[], now: readonly ApprovalRule[]): boolean {
  const replacing = now.findIndex(({ when }) => when === null || sameJson(when, was.when));
  if (replacing === -1) return false;
  return now
    .slice(0, replacing + 1)
    .filter(({ when }) => !earlier.some((one) => one.when !== null && sameJson(one.when, when)))
    .every((rule) => isAsStrict(rule, was));
}

/**
 * The tools or routes whose calls may now go on with less approval than before, sorted; `*` is every one that no rule
 * names. It compares a rule's `when` as a text, so another schema counts as weaker even if it matches more.
 */
export function weakenedApprovals(before: readonly ApprovalRule[], after: readonly ApprovalRule[]): string[] {
  const names = new Set([...before, ...after].flatMap((rule) => rule.names));
  return [...names].sort().filter((name) => {
    const was = about(before, name);
    const now = about(after, name);
    return !was.every((rule, index) => isHeld(rule, was.slice(0, index), now));
  });
}
