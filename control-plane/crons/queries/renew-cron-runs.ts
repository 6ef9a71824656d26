import type { HeldAttempt } from "@ferrule/contract/internal/cron-runs.ts";
import { sql } from "kysely";
import type { InstallationScope } from "../../store/scope.ts";

/** Gives a worker another `leaseMs` for what it runs; answers which of it is no longer its own. */
export async function renewCronRuns(
  { tx }: InstallationScope,
  { workerId, holding, leaseMs }: { workerId: string; holding: readonly HeldAttempt[]; leaseMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update cron_runs set lease_until = now() + ${leaseMs} * interval '1 millisecond'
    from json_to_recordset(${JSON.stringify(holding)}::text::json) as held ("runId" text, attempt integer)
    where cron_runs.id = held."runId" and cron_runs.attempt = held.attempt and status = 'running'
      and worker_id = ${workerId} returning id`.execute(tx);
  const renewed = new Set(rows.map(({ id }) => id));
  return holding.map(({ runId }) => runId).filter((runId) => !renewed.has(runId));
}
