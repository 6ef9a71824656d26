import type { CronBindingRow } from "./bindings.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import { lockCronRun, type CronRunRow } from "./runs.ts";

export interface LockedAttempt {
  binding: CronBindingRow;
  run: CronRunRow;
}

/**
 * A run and its binding, locked until the transaction ends. It locks the binding first, like the code that begins runs.
 */
export async function lockAttempt(scope: InstallationScope, runId: string): Promise<LockedAttempt | null> {
  const binding = await scope.tx
    .selectFrom("cronBindings")
    .selectAll()
    .where("id", "=", (eb) => eb.selectFrom("cronRuns").select("cronBindingId").where("id", "=", runId))
    .forUpdate()
    .executeTakeFirst();
  const run = binding && (await lockCronRun(scope, runId));
  return run ? { binding, run } : null;
}
