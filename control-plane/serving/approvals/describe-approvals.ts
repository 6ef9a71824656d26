import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { approval, type Approval } from "@ferrule/contract/resources/approval.ts";
import { parseJson } from "@ferrule/kit/json/parse-json.ts";
import type { Clock } from "../../ground/store/clock.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { Person } from "./person.ts";
import { listDecisions, listDescribed, type DescribedRow } from "./queries/described.ts";
import { whyNot } from "./why-not.ts";

/** The details as JSON. A text that was cut is no JSON any more, and stays a text. */
function readDetails(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Approvals as the API shows them to this person, in the order given. */
export async function describeApprovals(
  scope: ProjectScope,
  rows: readonly DescribedRow[],
  person: Person,
): Promise<Approval[]> {
  const decisions = await listDecisions(
    scope,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = decisions.filter(({ approvalId }) => approvalId === row.id);
    const problem = whyNot({ ...row, decidedBy: own.map(({ userId }) => userId) }, person);
    const { lastId, lastDetails, lastAt } = row;
    return resourceFrom(approval, row, {
      details: readDetails(row.details),
      lastLike:
        lastId === null || lastDetails === null || lastAt === null
          ? null
          : { id: lastId, details: readDetails(lastDetails), at: lastAt.toISOString() },
      decisions: own.map(({ userId, email, decision, reason, at }) => ({
        by: { id: userId, email },
        decision,
        reason,
        at: at.toISOString(),
      })),
      mayDecide: problem === null,
      mayNotBecause: problem?.message ?? null,
    });
  });
}

/** One approval of the Project as the API shows it; undefined when there is none. */
export async function describeApproval(
  scope: ProjectScope,
  clock: Clock,
  id: string,
  person: Person,
): Promise<Approval | undefined> {
  return (await describeApprovals(scope, await listDescribed(scope, clock, { id }, 1, undefined), person))[0];
}
