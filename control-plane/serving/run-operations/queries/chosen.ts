import { mostChosenRuns, type ChosenRuns } from "@ferrule/contract/resources/run.ts";
import type { RunMode, RunStatus } from "@ferrule/contract/states.ts";
import { sql, type RawBuilder } from "kysely";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { isUnapproved } from "./approvals.ts";
import { selectRunIds } from "./run-filters.ts";

/** The changes that people make to many runs, and the runs that each is possible for. */
const changes = {
  retry: {
    from: ["failed", "expired"],
    /** Those that people may also name by their ids. */
    named: ["failed", "expired", "cancelled"],
    where: sql<boolean>`mode <> 'once' and not ${isUnapproved}`,
  },
  cancel: {
    from: ["queued", "running", "waiting"],
    named: ["queued", "running", "waiting"],
    where: sql<boolean>`not cancelling`,
  },
} as const satisfies Record<
  string,
  { from: readonly RunStatus[]; named: readonly RunStatus[]; where: RawBuilder<boolean> }
>;
type ChosenChange = keyof typeof changes;

/** A run that somebody chose to change. */
export interface ChosenRun {
  id: string;
  mode: RunMode;
  /** Of a cron run, its cron. */
  bindingId?: string;
}

/** What `lockChosen` gets: `modes` are those that the caller may change. */
type Chosen = Omit<ChosenRuns, "modes"> & { modes: readonly RunMode[] };

/** The chosen runs for which the change is possible, the oldest first; at most one more than may be chosen. */
async function findChosen(
  scope: ProjectScope,
  change: ChosenChange,
  { runIds, modes, ...filters }: Chosen,
): Promise<ChosenRun[]> {
  const { from, named, where } = changes[change];
  const possible: readonly RunStatus[] = runIds === undefined ? from : named;
  const statuses = possible.filter((status) => filters.status === undefined || filters.status === status);
  if (statuses.length === 0 || modes.length === 0) return [];
  const given = runIds === undefined ? where : sql<boolean>`${where} and id = any(${runIds}::text[])`;
  const { status: _, ...others } = filters;
  const options = { limit: mostChosenRuns + 1, order: "oldest", statuses, where: given } as const;
  const { rows } = await selectRunIds(scope, { ...others, mode: modes }, options).execute(scope.tx);
  return rows.map(({ id, mode }) => ({ id, mode }));
}

/**
 * Locks the chosen runs for which the change is possible. `runs`: at most `mostChosenRuns`, the oldest first. `more`:
 * whether there are others.
 */
export async function lockChosen(
  scope: ProjectScope,
  change: ChosenChange,
  chosen: Chosen,
): Promise<{ runs: ChosenRun[]; more: boolean }> {
  const found = await findChosen(scope, change, chosen);
  const runs = found.slice(0, mostChosenRuns);
  if (runs.length === 0) return { runs: [], more: false };
  const { named, where } = changes[change];
  const ids = runs.map(({ id }) => id);
  // Locked in the order of everybody else. Meanwhile, one may have gone on.
  const { rows } = await sql<{ id: string }>`
    select id from runs where project_id = ${scope.projectId} and id = any(${ids}::text[])
      and status = any(${named}::text[]) and ${where}
    order by id for no key update`.execute(scope.tx);
  const locked = new Set(rows.map(({ id }) => id));
  return { runs: runs.filter(({ id }) => locked.has(id)), more: found.length > runs.length };
}
