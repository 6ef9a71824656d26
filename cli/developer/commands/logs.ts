import { ApiError } from "@ferrule/contract/api-error.ts";
import type { Client } from "@ferrule/contract/client.ts";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import type { AddCommand } from "../commands.ts";
import type { Context } from "../context/context.ts";
import { addFilters, type ExecutionFilters, queryOf } from "../executions/filters.ts";
import { followExecutions } from "../executions/follow-executions.ts";
import { executionLine, logLine } from "../executions/show-execution.ts";
import { everyItem } from "../server/every-item.ts";
import { countOf } from "../options/count-of.ts";

/** How many calls we request at once. */
const atOnce = 8;

interface Options extends ExecutionFilters {
  follow?: boolean;
  limit: number;
}

/** What a Function logged in one call; nothing if the call has been deleted meanwhile. */
async function logsOf(client: Client, executionId: string, signal: AbortSignal): Promise<LogEntry[]> {
  try {
    return (await client.getExecution({ params: { executionId } })).logs;
  } catch (error) {
    if (signal.aborted || !(error instanceof ApiError && error.status === 404)) throw error;
    return [];
  }
}

/** Prints calls and their log lines, in this order. Requests the logs of several calls at once. */
async function show(
  { out, paint, signal }: Context,
  client: Client,
  executions: readonly ExecutionSummary[],
): Promise<void> {
  for (let at = 0; at < executions.length; at += atOnce) {
    const some = executions.slice(at, at + atOnce);
    const logs = await Promise.all(some.map(({ id }) => logsOf(client, id, signal)));
    for (const [index, execution] of some.entries()) {
      const own = logs[index] ?? [];
      out.event({ ...execution, logs: own }, () =>
        [executionLine(execution, paint), ...own.map((entry) => logLine(entry, paint))].join("\n"),
      );
    }
  }
}

/** Prints past calls, oldest first, except those in `seen`. Returns how many there were. */
async function showPast(context: Context, query: object, limit: number, seen: Set<string>): Promise<number> {
  const client = await context.client();
  const size = Math.min(200, Math.max(1, limit));
  const latest = await everyItem(
    (cursor) => client.listExecutions({ query: { ...query, limit: size, cursor } }),
    limit,
  );
  const fresh = latest.toReversed().filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  await show(context, client, fresh);
  return latest.length;
}

/** Prints past calls, then new ones as they arrive. If a call is in both, it prints the call once. */
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
      await show(context, client, [followed.execution]);
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
