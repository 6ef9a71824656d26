import { approversInWords } from "@ferrule/contract/permissions/approvers-in-words.ts";
import type { Approval } from "@ferrule/contract/resources/approval.ts";
import { plain } from "../terminal/plain.ts";

/** An approval: what will be done, who may decide until when, and who has decided. */
export function approvalText(approval: Approval): string {
  const { title, status, summary, details, runId, expiresAt, decisions, replacedBy } = approval;
  const decided = decisions.map(
    ({ by, decision, reason }) => `${decision} by ${by.email}${reason ? `: ${reason}` : ""}`,
  );
  const rows = [
    `${title} (${status})`,
    ...(summary === "" ? [] : [summary]),
    `run ${runId}`,
    ...(status === "pending" ? [`needs approval by ${approversInWords(approval)} until ${expiresAt}`] : []),
    ...(replacedBy === null ? [] : [`the run asks something else instead: ${replacedBy}`]),
    ...decided,
    JSON.stringify(details, null, 2),
  ];
  return rows.map((row) => plain(row)).join("\n");
}
