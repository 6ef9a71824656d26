import type { AnswerOf } from "../../api/use-operation.ts";
import { listedRoles } from "../../api/disabled-reason.ts";
import { visible } from "./argument-rows.ts";

type Approval = AnswerOf<"getApproval">;

const listed = new Intl.ListFormat("en", { type: "disjunction" });

/** Who may decide, in a sentence: `Any Owner or Admin or ada@acme.example. 2 people must approve.` */
export function whoMay({ by, people, notAsker }: Pick<Approval, "by" | "people" | "notAsker">): string {
  const parties = [
    ...(by.roles.length > 0 ? [`any ${listedRoles(by.roles)}`] : []),
    ...by.people.map(visible),
    ...by.groups.map((group) => `the group ${visible(group)}`),
    ...(by.caller ? ["the person for whom the call was made"] : []),
  ];
  const first = parties.length === 0 ? "Nobody is named." : `${listed.format(parties)}.`;
  return [
    `${first.charAt(0).toUpperCase()}${first.slice(1)}`,
    people > 1 ? `${people} people must approve.` : "",
    notAsker ? "Who asked may not decide." : "",
  ]
    .filter(Boolean)
    .join(" ");
}
