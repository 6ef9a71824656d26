import { approversInWords } from "@ferrule/contract/permissions/approvers-in-words.ts";
import type { Approval } from "@ferrule/contract/resources/approval.ts";
import type { AddCommand } from "../../commands.ts";
import { plain } from "../../terminal/plain.ts";

function approvalText(approval: Approval): string {
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

/** `ferrule approvals get <approval>`: what will be done, who may decide, and who has decided. */
export const approvalsGet: AddCommand = (commands) => {
  commands
    .add(
      "approvals get",
      "show an approval: what will be done, and who may decide",
      async (context, _options, approvalId = "") => {
        const approval = await (await context.client()).getApproval({ params: { approvalId } });
        context.out.result(approval, () => approvalText(approval));
      },
    )
    .argument("<approval>", "its id");
};
