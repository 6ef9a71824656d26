import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "@ferrule/contract/api-error.ts";
import type { LogEntry } from "@ferrule/contract/internal/execution.ts";
import type { RunDetail } from "@ferrule/contract/resources/run.ts";
import type { Client } from "@ferrule/contract/client.ts";
import type { Context } from "../context/context.ts";
import { executionLine, logLine } from "../executions/show-execution.ts";
import { hasEnded } from "./filters.ts";

const betweenMs = 1_000;
/** Nobody has asked for the log of a running attempt before: it comes within two seconds. */
const mostFirstAsks = 4;
/** The record of a run's last attempt comes after the run's end. If its worker was lost, it never comes. */
const mostLateAsks = 6;

/** What has been printed of a run. */
interface Told {
  /** The executions whose whole logs have been printed. */
  ended: Set<string>;
  /** How many lines have been printed of an attempt that ran. */
  lines: Map<string, number>;
}

/** Prints the rest of the logs of attempts that have ended, the first attempt first. */
async function showEnded({ out, paint, signal }: Context, client: Client, run: RunDetail, told: Told): Promise<void> {
  for (const { executionId } of run.attempts) {
    if (told.ended.has(executionId)) continue;
    told.ended.add(executionId);
    try {
      const execution = await client.getExecution({ params: { executionId } });
      const printed = told.lines.get(executionId) ?? 0;
      const logs = execution.logs.slice(printed);
      const head = executionLine({ ...execution, called: run.called }, paint);
      const lines = logs.map((entry) => logLine(entry, paint));
      out.event({ ...execution, logs }, () => (printed === 0 ? [head, ...lines] : [...lines, head]).join("\n"));
    } catch (error) {
      // It was removed meanwhile.
      if (signal.aborted || !(error instanceof ApiError && error.status === 404)) throw error;
    }
  }
}

/** Prints the new lines of the attempt that runs now. */
function showRunning(
  { out, paint }: Context,
  {
    attempt,
    executionId,
    lines,
    omitted,
  }: { attempt: number; executionId: string; lines: LogEntry[]; omitted: number },
  told: Told,
): void {
  const printed = told.lines.get(executionId) ?? 0;
  const fresh = lines.slice(Math.max(0, printed - omitted));
  if (fresh.length === 0) return;
  if (omitted > printed) out.note(paint.dim(`${omitted - printed} earlier lines are left out.`));
  if (printed === 0) out.note(paint.dim(`Attempt ${attempt} runs.`));
  out.event({ attempt, executionId, logs: fresh }, () => fresh.map((entry) => logLine(entry, paint)).join("\n"));
  told.lines.set(executionId, omitted + lines.length);
}

/**
 * Prints what the attempts of a run have logged, the first attempt first, and what the running one has logged so far.
 * @param follow Goes on until the run has ended
 * @returns the run as it was last read
 * @throws when Ctrl-C ends the command
 */
export async function showRunLog(context: Context, runId: string, follow: boolean): Promise<RunDetail> {
  const client = await context.client();
  const params = { runId };
  const told: Told = { ended: new Set(), lines: new Map() };
  for (let [asked, late] = [1, 0]; ; asked += 1) {
    const { running, executionId, ...log } = await client.getRunLog({ params });
    const run = await client.getRun({ params });
    await showEnded(context, client, run, told);
    const isLive = running && executionId !== null && !told.ended.has(executionId);
    if (isLive) showRunning(context, { ...log, executionId }, told);
    const isWhole = run.executionId === null || told.ended.has(run.executionId);
    if (hasEnded(run.status)) late += 1;
    if (hasEnded(run.status) && (isWhole || late > mostLateAsks)) return run;
    if (!follow && (!isLive || told.lines.has(executionId) || asked >= mostFirstAsks)) return run;
    await sleep(betweenMs, undefined, { signal: context.signal });
  }
}
