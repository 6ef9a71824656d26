import { setTimeout as sleep } from "node:timers/promises";
import type { AddCommand } from "../../commands.ts";
import { approvalText } from "../../runs/show-approval.ts";
import { openInBrowser } from "../../terminal/open-in-browser.ts";

const betweenMs = 1_000;

interface Options {
  wait?: boolean;
}

/**
 * `ferrule approvals open <approval>`: shows what will be done, and opens the page where a person approves or rejects;
 * `--wait` waits for the decision. The token of this command cannot decide: a person must sign in.
 */
export const approvalsOpen: AddCommand = (commands) => {
  commands
    .add<Options>(
      "approvals open",
      "open the page where you approve or reject, in the browser",
      async (context, { wait }, approvalId = "") => {
        const [client, params] = [await context.client(), { approvalId }];
        const { url } = await client.createApprovalLink({ params });
        let approval = await client.getApproval({ params });
        context.out.note(approvalText(approval));
        const opened = await openInBrowser(url, context.env);
        if (!opened) context.out.note(`No browser could be opened here. Open the address yourself: ${url}`);
        if (wait !== true) {
          context.out.result({ url, opened }, url);
          return "done";
        }
        while (approval.status === "pending") {
          await sleep(betweenMs, undefined, { signal: context.signal });
          approval = await client.getApproval({ params });
        }
        context.out.result(approval, () => approvalText(approval));
        return approval.status === "approved" ? "done" : "failed";
      },
    )
    .argument("<approval>", "its id")
    .option("--wait", "wait for the decision; the exit code is 1 if it is not approved");
};
