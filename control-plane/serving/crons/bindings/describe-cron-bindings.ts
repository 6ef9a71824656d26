import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { cronBinding, type CronBinding } from "@ferrule/contract/resources/cron-binding.ts";
import { listLatestRuns, type ListedRunRow } from "../queries/runs.ts";
import { toCronRun } from "../queries/to-cron-run.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { CronBindingRow } from "../queries/bindings.ts";
import { parseSchedule } from "./schedule.ts";
import type { ShowInput } from "./shown-input.ts";

const shownRuns = 5;

/** The next occurrences: the one that fires next and those after it. */
function nextRunsOf({ schedule, timezone, nextRunAt }: CronBindingRow): string[] {
  if (nextRunAt === null) return [];
  const later = parseSchedule(schedule, timezone).nextRuns(shownRuns - 1, nextRunAt);
  return [nextRunAt, ...later].map((at) => at.toISOString());
}

const toCronBinding = (row: CronBindingRow, last: ListedRunRow | undefined, input: unknown): CronBinding =>
  resourceFrom(cronBinding, row, {
    input,
    retry: { maxAttempts: row.maxAttempts, backoffMs: row.backoffMs },
    nextRuns: nextRunsOf(row),
    lastRun: last ? toCronRun(last) : null,
  });

/**
 * Bindings as the API shows them, in the given order, each with its last run, next five occurrences and visible input.
 */
export async function describeCronBindings(
  scope: ProjectScope,
  rows: readonly CronBindingRow[],
  show: ShowInput,
): Promise<CronBinding[]> {
  const latest = await listLatestRuns(
    scope,
    rows.map(({ id }) => id),
  );
  const byBinding = new Map(latest.map((run) => [run.bindingId, run]));
  return rows.map((row) => toCronBinding(row, byBinding.get(row.id), show(row)));
}

/** For a caller who may edit the binding, so it shows the input unmasked. */
export async function describeCronBinding(scope: ProjectScope, row: CronBindingRow): Promise<CronBinding> {
  const [last] = await listLatestRuns(scope, [row.id]);
  return toCronBinding(row, last, row.input);
}
