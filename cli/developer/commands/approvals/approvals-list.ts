import { type ApprovalStatus, approvalStatuses, type Environment } from "@ferrule/contract/states.ts";
import { Option } from "commander";
import type { AddCommand } from "../../commands.ts";
import { countOf } from "../../options/count-of.ts";
import { environmentOption } from "../../options/environment-option.ts";
import { everyItem } from "../../server/every-item.ts";
import { ago } from "../../terminal/ago.ts";

interface Options {
  env?: Environment;
  status?: ApprovalStatus;
  limit: number;
}

/** `ferrule approvals list`: the questions that runs wait for. */
export const approvalsList: AddCommand = (commands) => {
  commands
    .add<Options>("approvals list", "list approvals, the latest first", async ({ client, out }, options) => {
      const api = await client();
      const { env, status } = options;
      const query = {
        ...(env === undefined ? {} : { environment: env }),
        ...(status === undefined ? {} : { status }),
        limit: Math.min(200, Math.max(1, options.limit)),
      };
      const approvals = await everyItem((cursor) => api.listApprovals({ query: { ...query, cursor } }), options.limit);
      out.table(
        approvals,
        ["approval", "environment", "status", "asked", "title"].map((heading) => ({ heading })),
        approvals.map((each) => [each.id, each.environment, each.status, ago(each.createdAt), each.title]),
        "There are no such approvals.",
      );
    })
    .addOption(environmentOption("only in this environment"))
    .addOption(new Option("--status <status>", "only those in this state").choices(approvalStatuses))
    .option("-n, --limit <count>", "how many", countOf(10_000), 20);
};
