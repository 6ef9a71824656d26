// Why: docs/decisions/leased-runs.md
import type { HeldAttempt, LeaseClaim } from "@ferrule/contract/internal/leased-runs.ts";
import { sql, type RawBuilder } from "kysely";
import type { InstallationScope } from "../scope.ts";

/** The tables whose rows are work that workers carry out under leases. */
type Leased = "jobs" | "runs";

/** The most rows that one statement finds. */
const batch = 100;

/** What a worker asks for: how many runs and for how long, in addition to those that it already has. */
export type Claim = LeaseClaim & { leaseMs: number };

/** Rows, named `run`, that must not wait any longer, and the column that says since when. */
export interface Late {
  where: RawBuilder<boolean>;
  since: RawBuilder<unknown>;
}

/** The attempt's worker has been silent for longer than its lease. */
export const lost: Late = {
  where: sql`run.status = 'running' and run.lease_until < now()`,
  since: sql`run.lease_until`,
};

/** When a lease ends that begins now. */
export const leaseEnd = (leaseMs: number) => sql`now() + ${leaseMs} * interval '1 millisecond'`;

/** The columns of a row whose next attempt begins at this worker, for a statement that updates them. */
export const leasedTo = ({ workerId, leaseMs }: Pick<Claim, "workerId" | "leaseMs">) => sql`
  status = 'running', attempt = attempt + 1, worker_id = ${workerId}, lease_until = ${leaseEnd(leaseMs)}`;

/** The operations on leases, for every table that has some. */
export function leasedRows(name: Leased) {
  const table = sql.table(name);
  return {
    /** Whether an attempt is lost. */
    mayBeLost: sql<boolean>`exists (select from ${table} run where ${lost.where})`,

    /** The ids of rows that are late, the longest first; with `id`, only that one, if it is. */
    async findLate({ tx }: InstallationScope, { where, since }: Late, id?: string): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select run.id from ${table} run where ${where} ${id === undefined ? sql`` : sql`and run.id = ${id}`}
        order by ${since} limit ${batch}`.execute(tx);
      return rows.map((row) => row.id);
    },

    /** Renews a worker's leases by `leaseMs`; returns which of its runs are no longer its own. */
    async renew(
      { tx }: InstallationScope,
      { workerId, holding, leaseMs }: { workerId: string; holding: readonly HeldAttempt[]; leaseMs: number },
    ): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        update ${table} as run set lease_until = ${leaseEnd(leaseMs)}
        from json_to_recordset(${JSON.stringify(holding)}::text::json) as held ("runId" text, attempt integer)
        where run.id = held."runId" and run.attempt = held.attempt and status = 'running'
          and worker_id = ${workerId} returning run.id`.execute(tx);
      const renewed = new Set(rows.map(({ id }) => id));
      return holding.map(({ runId }) => runId).filter((runId) => !renewed.has(runId));
    },
  };
}
