// Why: docs/decisions/steps-not-replay.md
import type { NewRun, StartedRun } from "@ferrule/contract/internal/runs.ts";
import type { App } from "../../ground/app.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { insertApproval } from "./insert-approval.ts";
import { liesApart, newRunSeal } from "./seals/seal-run.ts";
import { insertRuns, insertRunsAtOnce, type RunToInsert, type StoredStart } from "./queries/start.ts";
import { knownRoom, unendedRoom } from "./lanes/unended-room.ts";

/** A run to start, and the run that it belongs to or repeats. */
export interface RunToStart extends NewRun {
  parentId?: string;
  parentStep?: string;
  detached?: boolean;
  replayOf?: string;
}

/** PostgreSQL stores no NUL, and no lone surrogate. */
const storable = (text: string) => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** The runs that share limits. */
export const laneOf = ({
  functionId,
  environment,
  concurrencyKey,
}: Pick<NewRun, "functionId" | "environment" | "concurrencyKey">): string =>
  `${functionId} ${environment}${concurrencyKey === null ? "" : ` ${storable(concurrencyKey)}`}`;

async function toInsert(app: App, projectId: string, given: RunToStart): Promise<RunToInsert> {
  const { approval, input, concurrencyKey: _, rate, ...rest } = given;
  const { seal, columns } = await newRunSeal(app, { ...given, projectId });
  const sealed = seal("input", input);
  return {
    ...rest,
    key: rest.key === null ? null : storable(rest.key),
    shownInput: storable(rest.shownInput),
    requestId: storable(rest.requestId),
    lane: laneOf(given),
    rateLimit: rate?.limit ?? null,
    rateSeconds: rate?.perSeconds ?? null,
    parentId: given.parentId ?? null,
    parentStep: given.parentStep ?? null,
    detached: given.detached ?? false,
    replayOf: given.replayOf ?? null,
    needsApproval: approval !== null,
    waitsFor: approval === null ? null : `Waits for an approval: ${storable(approval.title)}`,
    inputChars: input.length,
    isApart: liesApart(sealed),
    sealedInput: sealed.toString("base64"),
    keyId: columns.keyId,
    wrappedKey: columns.wrappedKey.toString("base64"),
  };
}

/** Those of the runs that differ, as rows. */
const toRows = (app: App, projectId: string, given: readonly RunToStart[]): Promise<RunToInsert[]> =>
  Promise.all([...new Map(given.map((run) => [run.id, run])).values()].map((run) => toInsert(app, projectId, run)));

/** The outcome of each run in the given order. `approvals`: those that started runs wait for. */
function outcomesOf(
  given: readonly RunToStart[],
  stored: readonly StoredStart[],
  approvals: ReadonlyMap<string, string>,
): StartedRun[] {
  const results = new Map(stored.map((one) => [one.asked, one]));
  return given.map(({ id }): StartedRun => {
    const { holder = id, outcome = "gone", approval = null } = results.get(id) ?? {};
    return { asked: id, id: holder, outcome, approvalId: approvals.get(id) ?? approval };
  });
}

const countStarted = (stored: readonly StoredStart[]) => stored.filter(({ outcome }) => outcome === "started").length;

/**
 * Starts runs in the scope's transaction, each once, however often its id is given. Those that need an approval wait
 * for it first. Returns the outcome of each, in the given order.
 */
export async function startRunsIn(app: App, scope: ProjectScope, given: readonly RunToStart[]): Promise<StartedRun[]> {
  const rows = await toRows(app, scope.projectId, given);
  const unended = await unendedRoom(scope);
  const stored = await insertRuns(app, scope, rows, unended.room);
  unended.take(countStarted(stored));
  const started = new Set(stored.filter(({ outcome }) => outcome === "started").map(({ asked }) => asked));
  const approvals = new Map<string, string>();
  for (const run of new Map(given.map((one) => [one.id, one])).values()) {
    if (run.approval === null || !started.has(run.id)) continue;
    const asking = { ...run, projectId: scope.projectId };
    approvals.set(run.id, await insertApproval(scope, app.clock, asking, null, run.approval));
  }
  return outcomesOf(given, stored, approvals);
}

/** `startRuns`: the batch of a worker, in one transaction; without approvals in one round trip. */
export async function startRuns(app: App, projectId: string, runs: readonly NewRun[]): Promise<StartedRun[]> {
  const inProject = <T>(use: (scope: ProjectScope) => Promise<T>) => app.store.inProject(projectId, use);
  if (runs.some(({ approval }) => approval !== null)) return inProject((scope) => startRunsIn(app, scope, runs));
  const rows = await toRows(app, projectId, runs);
  const unended = knownRoom(projectId) ?? (await inProject(unendedRoom));
  const stored = await insertRunsAtOnce(app, projectId, rows, unended.room);
  unended.take(countStarted(stored));
  return outcomesOf(runs, stored, new Map());
}
