// Why: docs/decisions/steps-not-replay.md
import type { NewRun, StartedRun } from "@ferrule/contract/internal/runs.ts";
import type { App } from "../../ground/app.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { insertApproval } from "./insert-approval.ts";
import { liesApart, newRunSeal } from "./seals/seal-run.ts";
import { notifyRuns } from "./queries/notify.ts";
import {
  findKeys,
  findStarted,
  insertRuns,
  mostInLane,
  readStartFacts,
  takeKeys,
  type KeyedRun,
  type RunToInsert,
} from "./queries/start.ts";
import { unendedRoom } from "./lanes/unended-room.ts";

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

const isKeyed = (run: RunToStart): run is RunToStart & { key: string } => run.key !== null;
const keyOf = ({ id, environment, functionId, tenantId, key }: RunToStart & { key: string }): KeyedRun => ({
  id,
  environment,
  functionId,
  tenantId,
  key: storable(key),
});
const keyText = ({ environment, functionId, tenantId, key }: KeyedRun) =>
  JSON.stringify([environment, functionId, tenantId, key]);

type Refusal = "full" | "limited" | "gone";

/** Of runs that are not stored yet, which may not start, and why. */
async function findRefused(
  scope: ProjectScope,
  fresh: readonly RunToStart[],
  facts: Awaited<ReturnType<typeof readStartFacts>>,
): Promise<Map<string, Refusal>> {
  const there = new Set(facts.functions);
  const inLane = new Map(facts.lanes.map(({ lane, count }) => [lane, count]));
  const refused = new Map<string, Refusal>();
  const unended = await unendedRoom(scope);
  let { room } = unended;
  for (const run of fresh) {
    const lane = laneOf(run);
    const count = inLane.get(lane) ?? 0;
    if (!there.has(run.functionId)) refused.set(run.id, "gone");
    else if (room <= 0) refused.set(run.id, "full");
    else if (run.concurrency !== null && count >= mostInLane) refused.set(run.id, "limited");
    else {
      inLane.set(lane, count + 1);
      room -= 1;
    }
  }
  unended.take(fresh.length - refused.size);
  return refused;
}

/** For each of these runs, the run that has its key, which may be itself. */
async function resolveKeys(
  scope: ProjectScope,
  fresh: readonly RunToStart[],
  refused: ReadonlyMap<string, Refusal>,
): Promise<Map<string, string>> {
  const keyed = fresh.filter(isKeyed).map(keyOf);
  const allowed = keyed.filter(({ id }) => !refused.has(id));
  const first = new Map(allowed.toReversed().map((one) => [keyText(one), one]));
  const taken = new Map((await takeKeys(scope, [...first.values()])).map(({ id, runId }) => [id, runId]));
  const known = await findKeys(
    scope,
    keyed.filter(({ id }) => refused.has(id)),
  );
  return new Map([
    ...allowed.map((one): [string, string] => [one.id, taken.get(first.get(keyText(one))?.id ?? "") ?? one.id]),
    ...known.map(({ id, runId }): [string, string] => [id, runId]),
  ]);
}

/**
 * Starts runs in the scope's transaction, each once, however often its id is given. Those that need an approval wait
 * for it first. Returns the outcome of each, in the given order.
 */
export async function startRunsIn(app: App, scope: ProjectScope, given: readonly RunToStart[]): Promise<StartedRun[]> {
  const facts = await readStartFacts(scope, {
    ids: given.map(({ id }) => id),
    functionIds: [...new Set(given.map(({ functionId }) => functionId))],
    lanes: [...new Set(given.filter(({ concurrency }) => concurrency !== null).map(laneOf))],
  });
  const existing = new Map(facts.existing.map(({ id, approvalId }) => [id, approvalId]));
  const fresh = [...new Map(given.map((run) => [run.id, run])).values()].filter(({ id }) => !existing.has(id));
  const refused = fresh.length === 0 ? new Map<string, Refusal>() : await findRefused(scope, fresh, facts);
  const holders = await resolveKeys(scope, fresh, refused);
  const holderOf = (id: string) => holders.get(id) ?? id;
  const wanted = fresh.filter(({ id }) => !refused.has(id) && holderOf(id) === id);
  const rows = await Promise.all(wanted.map((run) => toInsert(app, scope.projectId, run)));
  const stored = new Set(await insertRuns(scope, app.clock, rows));
  const late = wanted.filter(({ id }) => !stored.has(id)).map(({ id }) => id);
  // Meanwhile, another transaction has stored them.
  for (const { id, approvalId } of await findStarted(scope, late)) existing.set(id, approvalId);
  const approvals = new Map<string, string>();
  for (const run of wanted) {
    if (run.approval === null || !stored.has(run.id)) continue;
    const asking = { ...run, projectId: scope.projectId };
    approvals.set(run.id, await insertApproval(scope, app.clock, asking, null, run.approval));
  }
  if (wanted.some(({ approval, delayMs }) => approval === null && delayMs === 0)) await notifyRuns(scope);
  return given.map(({ id }): StartedRun => {
    const holder = holderOf(id);
    if (holder !== id) return { asked: id, id: holder, outcome: "existing", approvalId: null };
    const known = existing.get(id);
    if (known !== undefined) return { asked: id, id, outcome: "existing", approvalId: known };
    return { asked: id, id, outcome: refused.get(id) ?? "started", approvalId: approvals.get(id) ?? null };
  });
}

/** `startRuns`: the batch of a worker, in one transaction. */
export const startRuns = async (app: App, projectId: string, runs: readonly NewRun[]): Promise<StartedRun[]> =>
  app.store.inProject(projectId, (scope) => startRunsIn(app, scope, runs));
