// Why: docs/decisions/leased-runs.md
import type { HeldAttempt, LeaseClaim } from "@ferrule/contract/internal/leased-runs.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { sql, type RawBuilder } from "kysely";
import type { Row } from "./rows-of.ts";
import type { Clock } from "../clock.ts";
import type { InstallationScope } from "../scope.ts";

/** The tables whose rows are work that workers carry out under leases. */
const names = { cronRuns: "cron_runs", deliveries: "deliveries", jobs: "jobs", runs: "runs" } as const;
type Leased = keyof typeof names;

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

const until = (leaseMs: number) => sql`now() + ${leaseMs} * interval '1 millisecond'`;

/** The columns of a row whose next attempt begins at this worker, for a statement that updates them. */
export const leasedTo = ({ workerId, leaseMs }: Pick<Claim, "workerId" | "leaseMs">) => sql`
  status = 'running', attempt = attempt + 1, worker_id = ${workerId}, lease_until = ${until(leaseMs)}`;

/** The operations on leases, for every table that has some. */
export function leasedRows(name: Leased) {
  const table = sql.table(names[name]);
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
        update ${table} as run set lease_until = ${until(leaseMs)}
        from json_to_recordset(${JSON.stringify(holding)}::text::json) as held ("runId" text, attempt integer)
        where run.id = held."runId" and run.attempt = held.attempt and status = 'running'
          and worker_id = ${workerId} returning run.id`.execute(tx);
      const renewed = new Set(rows.map(({ id }) => id));
      return holding.map(({ runId }) => runId).filter((runId) => !renewed.has(runId));
    },
  };
}

/**
 * The same for runs, which have an execution, and which a worker claims together.
 * @param also Further columns of a row, named `run`, that change when it is leased
 */
export function leasedRuns<T extends Exclude<Leased, "jobs">>(name: T, also?: RawBuilder<unknown>) {
  const table = sql.table(names[name]);
  return {
    ...leasedRows(name),

    /**
     * Runs of these modes that were leased to this worker in an answer that it never received; returns their ids. A
     * worker may also have given up an attempt without being able to say so. Then it runs it no second time, so what
     * began long ago must lose its lease.
     */
    async findUndelivered({ tx }: InstallationScope, { workerId, modes, holding, leaseMs }: Claim): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        update ${table} as run set lease_until = ${until(leaseMs)}
        where status = 'running' and worker_id = ${workerId} and mode = any(${modes}::text[])
          and run.started_at > now() - ${2 * leaseMs} * interval '1 millisecond' and not exists (
          select from json_to_recordset(${JSON.stringify(holding)}::text::json) as held ("runId" text, attempt integer)
          where held."runId" = run.id and held.attempt = run.attempt)
        returning id`.execute(tx);
      return rows.map(({ id }) => id);
    },

    /** Leases locked runs to a worker. */
    async lease(clock: Clock, { tx }: InstallationScope, claim: Claim, ids: readonly string[]): Promise<Row<T>[]> {
      if (ids.length === 0) return [];
      const given = ids.map((id) => ({ id, executionId: identifier("exe") }));
      const { rows } = await sql<Row<T>>`
        update ${table} as run set ${leasedTo(claim)}, execution_id = given."executionId",
          started_at = ${clock()}, updated_at = now(), revision = revision + 1${also === undefined ? sql`` : sql`, ${also}`}
        from json_to_recordset(${JSON.stringify(given)}::text::json) as given (id text, "executionId" text)
        where run.id = given.id returning run.*`.execute(tx);
      return rows;
    },
  };
}
