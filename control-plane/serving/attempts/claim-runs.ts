// Why: docs/decisions/leased-runs.md
import type { RunAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { App } from "../../ground/app.ts";
import { keyRing } from "../../ground/sealing/key-ring.ts";
import { SealError } from "../../ground/sealing/seal-error.ts";
import type { Claim } from "../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { endAttempt as endDelivery } from "../deliveries/end-attempt.ts";
import { endRun } from "../runs/end-run.ts";
import { admitRuns } from "../runs/lanes/admit-runs.ts";
import { postpone } from "../runs/postpone.ts";
import {
  endDueWaits,
  lockReady,
  mostProjects,
  mostTenants,
  readHistories,
  readLeased,
  type Candidate,
  type LeasedRow,
} from "../runs/queries/claims.ts";
import { readyDue, wakeLanes } from "../runs/queries/lanes.ts";
import { claimAtOnce, findUndelivered, leaseRuns, type Leased } from "../runs/queries/leases.ts";
import { lockAnyRun } from "../runs/queries/retried.ts";
import type { CronRunRow } from "../runs/queries/runs.ts";
import { messageOf } from "./message-of.ts";

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

const idsOf = (of: readonly Leased[]): string[] => of.map(({ id }) => id);

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

/**
 * Ends attempts that do not open. If this control plane lacks the key, the run waits for one that has it, and the attempt
 * does not count. A value that somebody altered in the database never opens, so the run fails.
 */
async function endUnopened(app: App, scope: InstallationScope, row: LeasedRow, { reason: why }: SealError) {
  if (row.mode === "cron") throw new Error(`The cron run ${row.id} has something sealed.`);
  if (row.mode === "delivery") {
    await (why === "unknown-key"
      ? endDelivery(app, scope, row, { end: "postponed", reason: "It waits for its encryption key.", ran: false })
      : endDelivery(app, scope, row, { end: "refused", reason: "It is not what was sealed there." }));
    return;
  }
  const message = "What is stored of it is not what was sealed there.";
  await (why === "unknown-key"
    ? postpone(app, scope, row, 5_000)
    : endRun(app, scope, row, { status: "failed", error: { code: "INTERNAL_ERROR", message } }));
}

/** Ends an attempt that does not open, if it is still under way. */
const giveBackUnopened = (app: App, row: LeasedRow, error: SealError): Promise<void> =>
  app.store.inInstallation(async (scope) => {
    const now = await lockAnyRun(scope, row.id);
    if (now?.status === "running" && now.attempt === row.attempt) await endUnopened(app, scope, row, error);
  });

/** Claims runs whose limits or pauses must be looked at. */
const claimSlowly = (app: App, claim: Claim): Promise<Leased[]> =>
  app.store.inInstallation(
    async (scope) => {
      const undelivered = await findUndelivered(scope, claim);
      const ready = claim.max === 0 ? [] : await takeReady(app, scope, claim);
      const leased = [...undelivered, ...(await leaseRuns(scope, app.clock, claim, ready))];
      await endDueWaits(app, scope, idsOf(leased.filter(({ steps }) => steps > 0)));
      return leased;
    },
    { onePlan: true },
  );

/** Attempts for a worker. `crons`: the cron runs that begin just now. */
export interface Claimed {
  attempts: RunAttempt[];
  crons: CronRunRow[];
}

/**
 * Gives a worker attempts of runs; null when there are none. If this replica dies before the worker has them, the
 * worker's next claim gives them again.
 */
export async function claimRuns(app: App, claim: Claim): Promise<Claimed | null> {
  const { ids: keyIds } = await keyRing(app.settings.encryptionKeys);
  const leased =
    (await claimAtOnce(app, claim, { keyIds, mostProjects, mostTenants, mostChars })) ??
    (await claimSlowly(app, claim));
  if (leased.length === 0) return null;
  const begun = idsOf(leased.filter(({ steps }) => steps > 0));
  const [rows, steps] = await app.store.inInstallation(
    (scope) =>
      Promise.all([readLeased(scope, app.clock, claim.workerId, idsOf(leased)), readHistories(app, scope, begun)]),
    { readOnly: true, onePlan: true },
  );
  const histories = Map.groupBy(steps, ({ runId }) => runId);
  const attempts: RunAttempt[] = [];
  for (const row of rows) {
    try {
      attempts.push(await messageOf(app, row, histories.get(row.id) ?? []));
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      app.log.error({ err: error, runId: row.id }, "a run cannot be opened");
      await giveBackUnopened(app, row, error);
    }
  }
  if (attempts.length === 0) return null;
  const fresh = new Set(idsOf(leased.filter(({ isFresh }) => isFresh)));
  return { attempts, crons: rows.filter((row) => row.mode === "cron").filter(({ id }) => fresh.has(id)) };
}
