import type { CronAttempt } from "@ferrule/contract/internal/cron-runs.ts";
import type { App } from "../../../ground/app.ts";
import type { Claim } from "../../../ground/store/rows/leased-rows.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { CronRunRow } from "../queries/runs.ts";
import { cronRunLeases, lockDue, messagesOf } from "../queries/claims.ts";

/** Gives a worker runs to carry out; null when there are none. `fresh` are the runs that begin just now. */
export async function claimCronRuns(
  app: App,
  scope: InstallationScope,
  claim: Claim,
): Promise<{ attempts: CronAttempt[]; fresh: CronRunRow[] } | null> {
  // Sent together: the connection runs them in this order, and we wait only once.
  const [undelivered, due] = await Promise.all([
    cronRunLeases.findUndelivered(scope, claim),
    lockDue(app, scope, claim),
  ]);
  const [fresh, attempts] = await Promise.all([
    cronRunLeases.lease(app.clock, scope, claim, due),
    messagesOf(scope, [...undelivered, ...due]),
  ]);
  return attempts.length > 0 ? { attempts, fresh } : null;
}
