import type { InstallationScope } from "../../../ground/store/scope.ts";
import { lockAnyRun } from "../../runs/queries/retried.ts";
import type { CronRunRow } from "../../runs/queries/runs.ts";
import { lockBindingOf, type CronBindingRow } from "./bindings.ts";

export interface LockedAttempt {
  binding: CronBindingRow;
  run: CronRunRow;
}

/**
 * A cron run and its binding, locked until the transaction ends. It locks the binding first, like the code that begins
 * runs.
 */
export async function lockAttempt(
  scope: InstallationScope,
  bindingId: string,
  runId: string,
): Promise<LockedAttempt | null> {
  const binding = await lockBindingOf(scope, bindingId);
  if (binding === undefined) return null;
  const run = await lockAnyRun(scope, runId);
  return run?.mode === "cron" && run.bindingId === bindingId ? { binding, run } : null;
}
