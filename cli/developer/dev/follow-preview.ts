import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { ApiError } from "@ferrule/contract/api-error.ts";
import type { execution, ExecutionSummary } from "@ferrule/contract/resources/execution.ts";
import { describedError } from "../described-error.ts";
import { followExecutions } from "../executions/follow-executions.ts";
import { executionLine, logLine } from "../executions/show-execution.ts";
import { docsOf, helpLine } from "../terminal/docs-of.ts";
import { plain } from "../terminal/plain.ts";
import { sourceFrame } from "../terminal/source-frame.ts";
import type { Session } from "./session.ts";
import { slugNamed, stackPlace } from "./stack-place.ts";

type Execution = z.infer<typeof execution>;

const againMs = 5_000;

/** The execution with its logs and its stack; null when it has gone meanwhile. */
async function detailOf({ context }: Session, executionId: string): Promise<Execution | null> {
  try {
    return await (await context.client()).getExecution({ params: { executionId } });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** Shows a call: in one line, with what it logged, and with the place in the folder where it failed. */
async function show(session: Session, summary: ExecutionSummary): Promise<void> {
  const { context, say, served } = session;
  const { paint } = context;
  session.lastExecutionId = summary.id;
  const detail = await detailOf(session, summary.id);
  const logs = detail?.logs ?? [];
  const stack = detail?.error?.stack ?? null;
  const slug = served === null ? null : slugNamed(served.source, summary.functionName);
  const place = stack === null || served === null ? null : stackPlace(stack, slug, served.folder);
  const docs = summary.error === null ? undefined : docsOf(session.address, summary.error.code, "call");
  say.event({ event: "call", ...summary, logs, stack, place, docs }, () => {
    const help = docs === undefined ? [] : [`  ${helpLine(docs)}`];
    const lines = [executionLine(summary, paint), ...help, ...logs.map((entry) => logLine(entry, paint))];
    if (place === null) return stack === null ? lines.join("\n") : [...lines, paint.dim(plain(stack))].join("\n");
    const { file, line, column } = place;
    const text = served?.folder.files.get(file);
    const frame = text === undefined ? [] : [sourceFrame(text, line, column, paint)];
    return [...lines, `  ${paint.bold(plain(`${file}:${line}:${column}`))}`, ...frame].join("\n");
  });
}

/** Shows the calls of the preview as they are recorded, until the session ends. What goes wrong is told once, and tried again. */
export async function followPreview(session: Session): Promise<void> {
  const { context, name, say, signal } = session;
  const query = new URLSearchParams({ preview: name });
  let told = false;
  while (!signal.aborted) {
    try {
      const out = { ...context.out, note: say.note };
      for await (const followed of followExecutions({ ...context, out, signal }, query)) {
        told = false;
        if (followed.kind === "execution") await show(session, followed.execution);
        else if (followed.kind === "gap")
          say.note("Some calls may be missing here: the connection was away for too long.");
      }
    } catch (error) {
      if (signal.aborted) return;
      const { message, exit, help } = describedError(error, context.signal);
      if (exit === "signedOut") context.forgetSignIn();
      const line = help === undefined ? "" : `\n${helpLine(help)}`;
      if (!told) say.note(`Calls cannot be followed: ${plain(message)} Trying again …${line}`);
      told = true;
      await sleep(againMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
