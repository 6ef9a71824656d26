import type { ApprovalRule } from "../resources/approval.ts";

const numbers = ["", "one", "two", "three", "four", "five"];
const withArticle = (role: string) => (/^[aeio]/.test(role) ? `an ${role}` : `a ${role}`);

function inList(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "nobody";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} or ${last}`;
}

/** A number of people as a word: `two`. */
export const peopleNumber = (people: number): string => numbers[people] || String(people);

/** Everybody who may approve: `an owner, an admin or someone of the group Finance`; `nobody` if there is no one. */
export const approversListed = (by: ApprovalRule["by"]): string =>
  inList([
    ...by.roles.map(withArticle),
    ...by.people,
    ...by.groups.map((group) => `someone of the group ${group}`),
    ...(by.caller ? ["the person for whom the call was made"] : []),
  ]);

/**
 * Who must approve, after the word "by": `an owner or ada@acme.example`, `two of these: an owner, an admin or someone
 * of the group Finance, but not by the person who asked`.
 */
export function approversInWords({ by, people, notAsker }: Pick<ApprovalRule, "by" | "people" | "notAsker">): string {
  const all = approversListed(by);
  const who = people === 1 ? all : `${peopleNumber(people)} of these: ${all}`;
  return notAsker ? `${who}, but not by the person who asked` : who;
}
