import type { Client } from "@ferrule/contract/client.ts";
import type { ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import type { AddCommand } from "../commands.ts";
import type { Context } from "../context/context.ts";
import { addFilters, type ExecutionFilters, queryOf } from "../executions/filters.ts";
import { followExecutions } from "../executions/follow-executions.ts";
import { executionLine, logLine } from "../executions/show-execution.ts";
import { everyItem } from "../server/every-item.ts";
import { countOf } from "../options/count-of.ts";

interface Options extends ExecutionFilters {
  follow?: boolean;
  limit: number;
}

/** Shows a call with what its Function logged. One that has gone meanwhile is shown without. */
async function show({ out, paint, signal }: Context, client: Client, execution: ExecutionSummary): Promise<void> {
  const { logs } = await client.getExecution({ params: { executionId: execution.id } }).catch((error: unknown) => {
    if (signal.aborted || !(error instanceof Error && "status" in error && error.status === 404)) throw error;
    return { logs: [] };
  });
  out.event({ ...execution, logs }, () =>
    [executionLine(execution, paint), ...logs.map((entry) => logLine(entry, paint))].join("\n"),
  );
}

/** Shows calls of the past, oldest first, but for those in `seen`. Returns how many there were. */
async function showPast(context: Context, query: object, limit: number, seen: Set<string>): Promise<number> {
  const client = await context.client();
  const size = Math.min(200, Math.max(1, limit));
  const latest = await everyItem(
    (cursor) => client.listExecutions({ query: { ...query, limit: size, cursor } }),
    limit,
  );
  for (const execution of latest.toReversed()) {
    if (seen.has(execution.id)) continue;
    seen.add(execution.id);
    await show(context, client, execution);
  }
  return latest.length;
}

/** Shows the past, and goes on with what comes. A call that is in both is shown once. */
async function follow(context: Context, query: Record<string, string>, limit: number): Promise<void> {
  const client = await context.client();
  const seen = new Set<string>();
  let begun: string | undefined;
  for await (const followed of followExecutions(context, new URLSearchParams(query))) {
    if (followed.kind === "gap") {
      context.out.note("Some calls may be missing here: the connection was away for too long.");
    } else if (followed.kind === "begun") {
      const since = begun === undefined ? ([query, limit] as const) : ([{ ...query, from: begun }, 1_000] as const);
      begun ??= new Date().toISOString();
      await showPast(context, ...since, seen);
    } else if (!seen.delete(followed.execution.id)) {
      await show(context, client, followed.execution);
    }
  }
}

/** `ferrule logs`: the latest calls with what their Functions logged; `--follow` goes on with new ones. */
export const logs: AddCommand = (commands) => {
  const command = commands.add<Options>(
    "logs",
    "show the latest calls with their logs, oldest first",
    async (context, options) => {
      const query = await queryOf(await context.client(), options);
      if (options.follow === true) return follow(context, query, options.limit);
      if ((await showPast(context, query, options.limit, new Set())) === 0)
        context.out.note("There are no such calls yet.");
    },
  );
  addFilters(command)
    .option("-f, --follow", "go on with new calls as they are recorded; Ctrl-C ends it")
    .option("-n, --limit <count>", "how many past calls", countOf(10_000), 20);
};
