import { type RunStatus, runStatuses } from "@ferrule/contract/states.ts";
import { Option } from "commander";
import type { AddCommand } from "../../commands.ts";
import { countOf } from "../../options/count-of.ts";
import { addRunFilters, type RunFilters, runQueryOf } from "../../runs/filters.ts";
import { reasonOf } from "../../runs/show-run.ts";
import { everyItem } from "../../server/every-item.ts";
import { ago } from "../../terminal/ago.ts";

interface Options extends RunFilters {
  status?: RunStatus;
  limit: number;
}

/** `ferrule runs list`: the latest runs, with what they wait for or why they failed. */
export const runsList: AddCommand = (commands) => {
  const command = commands.add<Options>(
    "runs list",
    "list runs, the latest first",
    async ({ client, out }, options) => {
      const api = await client();
      const status = options.status === undefined ? {} : { status: options.status };
      const mode = options.mode === undefined ? {} : { mode: options.mode };
      const query = { ...(await runQueryOf(api, options)), ...status, ...mode };
      const limit = Math.min(200, Math.max(1, options.limit));
      const runs = await everyItem((cursor) => api.listRuns({ query: { ...query, limit, cursor } }), options.limit);
      out.table(
        runs,
        ["run", "kind", "function", "environment", "status", "created", "why"].map((heading) => ({ heading })),
        runs.map((run) => [
          run.id,
          run.mode,
          run.functionName,
          run.environment,
          run.status,
          ago(run.createdAt),
          reasonOf(run),
        ]),
        "There are no such runs.",
      );
    },
  );
  addRunFilters(command)
    .addOption(new Option("--status <status>", "only runs in this state").choices(runStatuses))
    .option("-n, --limit <count>", "how many", countOf(10_000), 20);
};
