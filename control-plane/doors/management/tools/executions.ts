import { z } from "zod";
import { statusFilters } from "@ferrule/contract/states.ts";
import { codeOf } from "../answers/code-of.ts";
import { untrusted } from "../answers/untrusted.ts";
import { functionNamed, functionSlug } from "./named.ts";
import { tool, type ToolAnswer, type ToolScene } from "./tool.ts";

async function one({ client }: ToolScene, id: string): Promise<ToolAnswer> {
  const found = await client.getExecution({ params: { executionId: id } });
  const { status, environment, source, startedAt, durationMs, requestId, input, output, error, logs, calls } = found;
  const { plain, theirs } = codeOf(error);
  return {
    id,
    status,
    environment,
    source,
    started_at: startedAt,
    duration_ms: durationMs,
    ...plain,
    ...untrusted({
      request_id: requestId,
      input,
      output,
      outbound: calls.slice(0, 20).map(({ method, host, status: answered }) => ({ method, host, status: answered })),
      error: error && { ...theirs, message: error.message, stack: error.stack?.split("\n").slice(0, 8).join("\n") },
      logs: logs
        .slice(-40)
        .map(({ level, message, data }) => ({ level, message, ...(data === undefined ? {} : { data }) })),
      logs_in_total: logs.length,
    }),
    next: error === null ? undefined : "explain_error says what its code means.",
  };
}

/** What ran, newest first, or one execution with its logs. */
export const executions = tool({
  name: "executions",
  title: "Executions and logs",
  description:
    "With id: one execution with its masked input, output, error, logs and outbound calls. Without: a list, newest first, filtered, by cursor.",
  scope: "read",
  hints: { readOnlyHint: true },
  input: z.strictObject({
    id: z.string().max(128).optional(),
    function: functionSlug.optional(),
    status: z.enum(statusFilters).optional(),
    environment: z.enum(["development", "production"]).default("development"),
    cursor: z.string().max(1_000).optional(),
  }),
  output: {
    executions: z.array(z.looseObject({ id: z.string() })),
    next_cursor: z.string().nullable(),
    status: z.string(),
  },
  run: async (scene, { id, function: name, status, environment, cursor }) => {
    if (id !== undefined) return one(scene, id);
    const { client } = scene;
    const functionId = name === undefined ? undefined : (await functionNamed(client, name)).id;
    const { items, nextCursor } = await client.listExecutions({
      query: { limit: 20, cursor, status, environment, functionId },
    });
    return {
      executions: items.map((item) => ({
        id: item.id,
        at: item.startedAt,
        status: item.status,
        source: item.source,
        ms: item.durationMs,
        ...codeOf(item.error).plain,
      })),
      next_cursor: nextCursor,
      ...untrusted({
        called: items.map(({ called, functionName }) => called ?? functionName),
        codes: [...new Set(items.flatMap(({ error }) => codeOf(error).theirs.code ?? []))],
      }),
      next: items.length === 0 ? undefined : "executions with an id shows its logs.",
    };
  },
});
