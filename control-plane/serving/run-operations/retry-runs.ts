import { mostChosenRuns } from "@ferrule/contract/resources/run.ts";
import { isStarted } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { requireRoleIn } from "../../ground/handler/require-role-in.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { lockCronBinding } from "../crons/queries/bindings.ts";
import { runNow } from "../crons/runs/run-now.ts";
import { redeliver } from "../runs/queries/deliveries.ts";
import { reopenRuns } from "../runs/queries/many.ts";
import { notifyRuns } from "../runs/queries/notify.ts";
import { lockLeftChildren } from "../runs/queries/retry.ts";
import { auditedRuns } from "./audited-runs.ts";
import { giveUp } from "./give-up.ts";
import { lockChosen, type ChosenRun } from "./queries/chosen.ts";
import { findChosenCrons } from "./queries/chosen-crons.ts";
import { changedModes } from "./require-change.ts";

async function reopen(app: App, scope: ProjectScope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await giveUp(app, scope, await lockLeftChildren(scope, ids));
  await reopenRuns(scope, app.clock, ids);
  await notifyRuns(scope);
}

/** Runs the crons of these runs once each. Returns the new runs; those that were skipped say why, and do not count. */
async function runCrons(
  app: App,
  scope: ProjectScope,
  runs: readonly { id: string; bindingId: string }[],
  asked: { requestId: string; userId: string },
): Promise<(ChosenRun & { isSkipped: boolean })[]> {
  const begun: (ChosenRun & { isSkipped: boolean })[] = [];
  for (const { id, bindingId } of runs) {
    const binding = await lockCronBinding(scope, bindingId);
    if (binding === undefined) continue;
    const run = await runNow(app, scope, binding, asked, id);
    begun.push({ id: run.id, mode: "cron", bindingId, isSkipped: run.status !== "queued" });
  }
  return begun;
}

/**
 * Lets the chosen runs go on that failed or expired, with the results of their steps. Deliveries are delivered again, and
 * crons run once more whose latest run is among the chosen ones.
 */
export const retryRuns: Handlers["retryRuns"] = async ({ app, scope, body, operation, actor, requestId }) => {
  requireRoleIn(operation, body.environment, actor);
  const modes = changedModes("retry", body, actor);
  const { runs, more } = await lockChosen(scope, "retry", { ...body, modes: modes.filter((mode) => mode !== "cron") });
  const crons = modes.includes("cron") ? await findChosenCrons(scope, body) : [];
  const room = mostChosenRuns - runs.length;
  const of = (isTaken: (mode: ChosenRun["mode"]) => boolean) =>
    runs.filter(({ mode }) => isTaken(mode)).map(({ id }) => id);
  await reopen(app, scope, of(isStarted));
  await redeliver(
    scope,
    of((mode) => mode === "delivery"),
  );
  const begun = await runCrons(app, scope, crons.slice(0, room), { requestId, userId: actor.userId });
  const changed = runs.length + begun.filter(({ isSkipped }) => !isSkipped).length;
  return {
    answer: { changed, more: more || crons.length > room },
    audit: auditedRuns("retry", body, [...runs, ...begun]),
  };
};
