import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import type { Context } from "../context/context.ts";
import { plain } from "../terminal/plain.ts";

type Paint = Context["paint"];

const colors: Record<LogEntry["level"], (paint: Paint) => (text: string) => string> = {
  debug: (paint) => paint.dim,
  info: (paint) => paint.cyan,
  warn: (paint) => paint.yellow,
  error: (paint) => paint.red,
};

/** A line that a Function logged. */
export function logLine({ level, message, data }: LogEntry, paint: Paint): string {
  const more = data === undefined || data === null ? "" : ` ${paint.dim(plain(JSON.stringify(data)))}`;
  return `  ${colors[level](paint)(level.padEnd(5))} ${plain(message)}${more}`;
}

/** A call in one line: when, how it ended, what ran, how it was called, how long it took, and its request id. */
export function executionLine(execution: ExecutionSummary, paint: Paint): string {
  const { startedAt, status, functionName, called, source, durationMs, requestId, environment, error, mcpKind, uri } =
    execution;
  const mark = status === "succeeded" ? paint.green("✓") : paint.red("✗");
  const asked = mcpKind === "completion" ? `completion of ${called ?? source}` : (called ?? source);
  const how = uri === undefined ? asked : `${asked} ${uri}`;
  const head = `${paint.dim(startedAt.slice(11, 23))} ${mark} ${paint.bold(plain(functionName || "kept"))} ${plain(how)}`;
  const tail = paint.dim(`${Math.round(durationMs)} ms ${environment} ${plain(requestId)}`);
  const failed = error === null ? "" : `\n  ${paint.red(plain(error.code))} ${plain(error.message)}`;
  return `${head} ${tail}${failed}`;
}
