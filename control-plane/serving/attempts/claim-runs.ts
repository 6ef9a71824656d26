// Why: docs/decisions/leased-runs.md
import type { RunAttempt, StoredStep } from "@ferrule/contract/internal/runs.ts";
import type { App } from "../../ground/app.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { SealError } from "../../ground/sealing/seal-error.ts";
import { readClock } from "../../ground/store/clock.ts";
import type { Claim } from "../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { admitRuns } from "./lanes/admit-runs.ts";
import { endRun } from "./end-run.ts";
import { keepSeal } from "./seals/kept-seals.ts";
import { postpone } from "./postpone.ts";
import {
  endDueWaits,
  lockReady,
  readHistories,
  readLeased,
  runLeases,
  type Candidate,
  type HistoryRow,
  type LeasedRow,
} from "./queries/claims.ts";
import { readyDue, wakeLanes } from "./queries/lanes.ts";
import type { RunSeal } from "./seals/seal-run.ts";
import { nameOfStep } from "./texts/values.ts";

/** The most characters of inputs and results in one answer. The first run goes whatever its size. */
const mostChars = 8 * 1_048_576;
/** How often one claim looks again when everything that it found must wait. */
const mostLooks = 20;

function fitting(ready: readonly Candidate[]): Candidate[] {
  let chars = 0;
  return ready.filter((one, at) => {
    chars += one.chars;
    return at === 0 || chars <= mostChars;
  });
}

/** Locks runs that may begin now, and blocks those that it finds in full lanes. */
async function takeReady(app: App, scope: InstallationScope, claim: Claim): Promise<string[]> {
  const { ids } = await keyRing(app.settings.encryptionKeys);
  for (let look = 0; look < mostLooks; look += 1) {
    const ready = fitting(await lockReady(scope, claim, ids));
    const admitted = await admitRuns(app, scope, ready);
    if (admitted.length > 0) return admitted;
    if (ready.length === 0) {
      const woken = (await readyDue(scope, app.clock)) + (await wakeLanes(scope, app.clock));
      if (woken === 0) return [];
    }
  }
  return [];
}

function storedStep(seal: RunSeal, row: HistoryRow): StoredStep {
  const { key, kind, attempts } = row;
  const waits = row.state === "waiting" || (row.state === "retrying" && !row.isDue);
  const state = waits ? "waiting" : (row.state as StoredStep["state"]);
  const sealed = row.value ?? row.apart;
  const value = sealed === null ? "null" : seal.open(nameOfStep(key), sealed);
  return { key, kind, attempts, state, value: waits ? null : value };
}

function messageOf(
  seal: RunSeal,
  row: LeasedRow,
  { history, now }: { history: readonly HistoryRow[]; now: number },
): RunAttempt {
  const { id: runId, attempt, projectId, environment, functionId, mode, source, endpointId, bindingId } = row;
  const { tenantId, caller, requestId, parentId, trace } = row;
  const called = { projectId, environment, functionId, mode, source, endpointId, bindingId, tenantId, caller };
  const keeps = row.onRelease === "stay" && row.deploymentId !== null && row.digest !== null;
  const input = row.input ?? row.apartInput;
  if (input === null) throw new SealError("damaged", row.keyId);
  return {
    ...called,
    runId,
    attempt,
    requestId,
    parentId,
    trace,
    deployment: keeps ? { id: row.deploymentId ?? "", digest: row.digest ?? "" } : null,
    executionId: row.executionId ?? "",
    startedAt: (row.beganAt ?? row.startedAt)?.getTime() ?? now,
    remainingMs: Math.max(0, row.deadlineAt.getTime() - now),
    input: seal.open("input", input),
    steps: history.map((one) => storedStep(seal, one)),
  };
}

/**
 * Ends attempts that do not open. If this control plane lacks the key, the run waits for one that has it. A value that
 * somebody altered in the database never opens, so the run fails.
 */
const endUnopened = (app: App, scope: InstallationScope, row: LeasedRow, { reason }: SealError) =>
  reason === "unknown-key"
    ? postpone(app, scope, row, 5_000)
    : endRun(app, scope, row, {
        status: "failed",
        error: { code: "INTERNAL_ERROR", message: "What is stored of it is not what was sealed there." },
      });

/** Gives a worker attempts of runs; null when there are none. */
export async function claimRuns(app: App, scope: InstallationScope, claim: Claim): Promise<RunAttempt[] | null> {
  const undelivered = await runLeases.findUndelivered(scope, claim);
  const ready = claim.max === 0 ? [] : await takeReady(app, scope, claim);
  await runLeases.lease(app.clock, scope, claim, ready);
  const ids = [...undelivered, ...ready];
  if (ids.length === 0) return null;
  const rows = await readLeased(scope, ids);
  const begun = rows.filter(({ stepCount }) => stepCount > 0).map(({ id }) => id);
  await endDueWaits(app, scope, begun);
  const histories = Map.groupBy(await readHistories(app, scope, begun), ({ runId }) => runId);
  const now = (await readClock(scope, app.clock)).getTime();
  const attempts: RunAttempt[] = [];
  for (const row of rows) {
    try {
      const seal = await keepSeal(app, row);
      attempts.push(messageOf(seal, row, { history: histories.get(row.id) ?? [], now }));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      app.log.error({ err: error, runId: row.id }, "a run cannot be opened");
      await endUnopened(app, scope, row, error);
    }
  }
  return attempts.length > 0 ? attempts : null;
}
