import { readClock } from "../../../ground/store/clock.ts";
import type { Handlers } from "../../../ground/handler/handler.ts";
import { inputContract } from "./input-contract.ts";
import { inputIssues } from "./input-issues.ts";
import { requireFunction } from "./require-function.ts";
import { parseSchedule, ScheduleError, type Schedule } from "./schedule.ts";

const shownRuns = 5;

function read(schedule: string, timezone: string): Schedule | ScheduleError {
  try {
    return parseSchedule(schedule, timezone);
  } catch (error) {
    if (error instanceof ScheduleError) return error;
    throw error;
  }
}

/** Previews a cron binding while somebody edits it: when it would run, and why its Function would reject the input. */
export const previewCronBinding: Handlers["previewCronBinding"] = async ({ app, scope, body }) => {
  const { functionId, environment, schedule, timezone, input } = body;
  const parsed = read(schedule, timezone);
  const now = await readClock(scope, app.clock);
  const nextRuns = parsed instanceof ScheduleError ? [] : parsed.nextRuns(shownRuns, now);
  const never = nextRuns.length === 0 ? "never comes: no such date exists" : null;
  if (functionId !== undefined) await requireFunction(scope, functionId);
  const contract =
    functionId === undefined
      ? { from: "unknown" as const, inputSchema: null }
      : await inputContract(scope, functionId, environment);
  return {
    nextRuns: nextRuns.map((at) => at.toISOString()),
    scheduleProblem: parsed instanceof ScheduleError ? parsed.message : never,
    contract: contract.from,
    inputSchema: contract.inputSchema,
    inputIssues: input === undefined ? [] : inputIssues(contract, input, "input"),
  };
};
