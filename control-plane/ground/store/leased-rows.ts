// Why: docs/decisions/leased-runs.md
import type { HeldAttempt, LeaseClaim } from "@ferrule/contract/internal/leased-runs.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql } from "kysely";
import type { Row } from "./rows-of.ts";
import type { Clock } from "./clock.ts";
import type { InstallationScope } from "./scope.ts";

/** The tables whose rows are runs that workers carry out under leases. */
const names = { cronRuns: "cron_runs", deliveries: "deliveries" } as const;
type Leased = keyof typeof names;

/** A worker's request: how many runs it wants and for how long, and which runs it already has. */
export type Claim = LeaseClaim & { leaseMs: number };

/** The operations on leases of runs, for every table that holds runs. */
export function leasedRows<T extends Leased>(name: T) {
  const table = sql.table(names[name]);
  return {
    /** Runs that we leased to this worker in an answer that never arrived; returns their ids. */
    async findUndelivered({ tx }: InstallationScope, { workerId, holding, leaseMs }: Claim): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        update ${table} as run set lease_until = now() + ${leaseMs} * interval '1 millisecond'
        where status = 'running' and worker_id = ${workerId} and not exists (
          select from json_to_recordset(${JSON.stringify(holding)}::text::json) as held ("runId" text, attempt integer)
          where held."runId" = run.id and held.attempt = run.attempt)
        returning id`.execute(tx);
      return rows.map(({ id }) => id);
    },

    /** Leases locked runs to a worker. */
    async lease(
      clock: Clock,
      { tx }: InstallationScope,
      { workerId, leaseMs }: Claim,
      ids: readonly string[],
    ): Promise<Row<T>[]> {
      if (ids.length === 0) return [];
      const given = ids.map((id) => ({ id, executionId: identifier("exe") }));
      const { rows } = await sql<Row<T>>`
        update ${table} as run set status = 'running', attempt = attempt + 1, worker_id = ${workerId},
          lease_until = now() + ${leaseMs} * interval '1 millisecond', execution_id = given."executionId",
          started_at = ${clock()}, updated_at = now(), revision = revision + 1
        from json_to_recordset(${JSON.stringify(given)}::text::json) as given (id text, "executionId" text)
        where run.id = given.id returning run.*`.execute(tx);
      return rows;
    },

    /** Renews a worker's leases by `leaseMs`; returns which of its runs are no longer its own. */
    async renew(
      { tx }: InstallationScope,
      { workerId, holding, leaseMs }: { workerId: string; holding: readonly HeldAttempt[]; leaseMs: number },
    ): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        update ${table} as run set lease_until = now() + ${leaseMs} * interval '1 millisecond'
        from json_to_recordset(${JSON.stringify(holding)}::text::json) as held ("runId" text, attempt integer)
        where run.id = held."runId" and run.attempt = held.attempt and status = 'running'
          and worker_id = ${workerId} returning run.id`.execute(tx);
      const renewed = new Set(rows.map(({ id }) => id));
      return holding.map(({ runId }) => runId).filter((runId) => !renewed.has(runId));
    },
  };
}
