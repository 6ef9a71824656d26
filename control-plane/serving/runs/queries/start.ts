import type { NewRun, StartedRun } from "@ferrule/contract/internal/runs.ts";
import { sql } from "kysely";
import type { App } from "../../../ground/app.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { storableJson } from "../../../ground/store/storable-json.ts";
import { startedByCall } from "../../../ground/store/rows/started-by-call.ts";

/** A run to store: its row's plain columns, and the sealed ones in base64. */
export interface RunToInsert extends Omit<NewRun, "approval" | "input" | "concurrencyKey" | "rate"> {
  lane: string;
  rateLimit: number | null;
  rateSeconds: number | null;
  parentId: string | null;
  parentStep: string | null;
  detached: boolean;
  replayOf: string | null;
  needsApproval: boolean;
  waitsFor: string | null;
  inputChars: number;
  isApart: boolean;
  sealedInput: string;
  keyId: string;
  wrappedKey: string;
}

/** The most runs of one concurrency value that may wait. */
const mostInLane = 10_000;

/** What became of a run; `holder`: the run that has its id or its key. */
export interface StoredStart {
  asked: string;
  holder: string;
  outcome: StartedRun["outcome"];
  /** What an existing run waits for. */
  approval: string | null;
}

const givenTo = ({ clock }: Pick<App, "clock">, runs: readonly RunToInsert[], room: number) => [
  storableJson(runs),
  clock(),
  room,
  mostInLane,
];

/**
 * Stores runs, each once, and wakes the workers that wait for them. `room`: how many more the Project may have. Their
 * times are the database's, because the clocks of workers differ.
 */
export async function insertRuns(
  app: Pick<App, "clock">,
  { tx, projectId }: ProjectScope,
  runs: readonly RunToInsert[],
  room: number,
): Promise<StoredStart[]> {
  const args = sql.join([projectId, ...givenTo(app, runs, room)]);
  const { rows } = await sql<StoredStart>`select * from ferrule_start_runs(${args})`.execute(tx);
  return rows;
}

/** The same in one round trip, which is its own transaction. */
export const insertRunsAtOnce = (
  app: Pick<App, "clock" | "store">,
  projectId: string,
  runs: readonly RunToInsert[],
  room: number,
): Promise<StoredStart[]> => app.store.call(projectId, "ferrule_start_runs", givenTo(app, runs, room));

/** How many runs of the Project have not ended, up to `most`. */
export async function countUnended({ tx, projectId }: ProjectScope, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from runs where project_id = ${projectId} and finished_at is null and ${startedByCall()}
    limit ${most}) its`.execute(tx);
  return rows[0]?.count ?? 0;
}
