import type { CronAttempt } from "@ferrule/contract/internal/cron-runs.ts";
import type { App } from "../../app.ts";
import type { InstallationScope } from "../../store/scope.ts";
import type { CronRunRow } from "../queries/runs.ts";
import { type Claim, findUndelivered, lockDue, lease, messagesOf } from "../queries/claims.ts";

/** Gives a worker what it is to run; null when there is nothing. `fresh` are those that begin just now. */
export async function claimCronRuns(
  app: App,
  scope: InstallationScope,
  claim: Claim,
): Promise<{ attempts: CronAttempt[]; fresh: CronRunRow[] } | null> {
  // Two at a time: they are carried out in this order, and waited for together.
  const [undelivered, due] = await Promise.all([findUndelivered(scope, claim), lockDue(app, scope, claim)]);
  const [fresh, attempts] = await Promise.all([
    lease(app, scope, claim, due),
    messagesOf(scope, [...undelivered, ...due]),
  ]);
  return attempts.length > 0 ? { attempts, fresh } : null;
}
