import { outOfTime } from "@ferrule/contract/json-schema/work-meter.ts";
import type { ApprovalRule } from "@ferrule/contract/resources/approval.ts";
import { compileSchema } from "../schemas/compile-schema.ts";

/** The rules of a policy by which calls wait for a person. */
export interface ApprovalRules {
  /** Whether calls of this tool or route may need approval, depending on their input. */
  concern: (name: string) => boolean;
  /** The first rule that a call of this tool or route matches; null: it needs no approval. */
  ruleFor: (name: string, input: unknown) => ApprovalRule | null;
}

const none: ApprovalRules = { concern: () => false, ruleFor: () => null };

type Matches = (input: unknown) => boolean;

/**
 * Whether an input fits the rule's schema. If that cannot be decided, it fits: a call must not escape its approval by an
 * input that is hard to check.
 */
function matcherOf({ when }: ApprovalRule): Matches {
  if (when === null) return () => true;
  try {
    const validate = compileSchema(when, "input");
    return (input) => validate(input)?.some(({ message }) => message === outOfTime) ?? true;
  } catch {
    return () => true;
  }
}

/** Compiles each schema once, with the first call that needs it. */
export function compileApprovals(rules: readonly ApprovalRule[] | undefined): ApprovalRules {
  if (rules === undefined || rules.length === 0) return none;
  const compiled = rules.map((rule) => {
    const names = new Set(rule.names);
    let matches: Matches | undefined;
    return {
      rule,
      concerns: (name: string) => names.has("*") || names.has(name),
      matches: (input: unknown) => (matches ??= matcherOf(rule))(input),
    };
  });
  return {
    concern: (name) => compiled.some(({ concerns }) => concerns(name)),
    ruleFor: (name, input) => compiled.find(({ concerns, matches }) => concerns(name) && matches(input))?.rule ?? null,
  };
}
