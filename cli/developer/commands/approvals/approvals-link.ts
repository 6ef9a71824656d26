import type { AddCommand } from "../../commands.ts";

/** `ferrule approvals link <approval>`: a signed address of the approval's page. Only a person who signs in there can decide. */
export const approvalsLink: AddCommand = (commands) => {
  commands
    .add(
      "approvals link",
      "print a signed address where people decide; it ends with the approval",
      async ({ client, out }, _options, approvalId = "") => {
        const answer = await (await client()).createApprovalLink({ params: { approvalId } });
        out.result(answer, answer.url);
      },
    )
    .argument("<approval>", "its id");
};
