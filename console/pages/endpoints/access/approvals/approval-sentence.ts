import { targetText } from "@ferrule/contract/mcp-bindings/target-of.ts";
import { approversListed, peopleNumber } from "@ferrule/contract/permissions/approvers-in-words.ts";
import { spanInWords } from "./span-in-words.ts";
import type { ApprovalDraft } from "./approval-draft.ts";
import { conditionOf, type Comparison, type Condition } from "./comparison.ts";

const listed = new Intl.ListFormat("en", { type: "disjunction" });
/** A sentence lists at most this many names. */
const mostNamed = 6;

/** The comparisons in words, before the value. */
export const comparisonWords: Readonly<Record<Comparison, string>> = {
  over: "is over",
  least: "is at least",
  under: "is under",
  most: "is at most",
  is: "is",
  "is-not": "is not",
};

const sizeWords: Partial<Record<Comparison, string>> = {
  over: "over",
  least: "of at least",
  under: "under",
  most: "of at most",
};

function valueText(value: Condition["value"]): string {
  if (typeof value === "number")
    return Number.isFinite(value) ? value.toLocaleString("en", { maximumFractionDigits: 20 }) : "…";
  return typeof value === "string" ? `“${value}”` : String(value);
}

function conditionText({ property, comparison, value }: Condition): string {
  const name = property.trim() || "…";
  const size = sizeWords[comparison];
  return size === undefined
    ? ` whose ${name} ${comparisonWords[comparison]} ${valueText(value)}`
    : ` with ${/^[aeiou]/i.test(name) ? "an" : "a"} ${name} ${size} ${valueText(value)}`;
}

function callsText(names: readonly string[]): string {
  if (names.includes("*")) return "All calls";
  const more = names.length - mostNamed;
  const named = names.slice(0, mostNamed).map(targetText);
  const shown = more > 0 ? [...named, `${more} more`] : named;
  return `Calls of ${shown.length === 0 ? "…" : listed.format(shown)}`;
}

function whenText({ when, schemaText }: ApprovalDraft): string {
  if (schemaText === undefined && when === null) return "";
  const condition = schemaText === undefined && when !== null ? conditionOf(when) : null;
  return condition === null ? " whose arguments match a schema" : conditionText(condition);
}

/** A rule for approvals in sentences: the calls that wait, for whom, and until when. */
export function approvalSentence(rule: ApprovalDraft): string {
  const { by, people, notAsker, names, expiresSeconds } = rule;
  const who = approversListed(by);
  const until = people === 1 ? `${who} approves` : `${peopleNumber(people)} of these approve: ${who}`;
  return [
    `${callsText(names)}${whenText(rule)} wait until ${until}.`,
    ...(notAsker ? ["Whoever asked may not approve."] : []),
    `Without a decision, a call is rejected after ${spanInWords(expiresSeconds)}.`,
  ].join(" ");
}
