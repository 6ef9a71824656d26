import type { AddCommand } from "../../commands.ts";
import { approvalText } from "../../runs/show-approval.ts";

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
