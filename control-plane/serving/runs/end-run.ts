import type { StartedCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import type { StartedRunStatus, StartedMode } from "@ferrule/contract/states.ts";
import type { App } from "../../ground/app.ts";
import type { AnyScope } from "../../ground/store/scope.ts";
import type { RunError } from "../../ground/store/tables/runs.ts";
import { dropSeal, keptSeal } from "./seals/kept-seals.ts";
import { freeLane } from "./lanes/free-lane.ts";
import { notifyRuns } from "./queries/notify.ts";
import { endRunAtOnce, endRunRow, findRun, putPayload, queueWaiting, type RunRow } from "./queries/runs.ts";
import { endWaits, lockRuns } from "./queries/waits.ts";
import { liesApart, runSeal } from "./seals/seal-run.ts";
import { reportText, sealedEnd, shownText } from "./texts/values.ts";

/** How a run ends. `output`: the JSON text that it returned, unmasked. */
export interface RunEnding {
  status: Extract<StartedRunStatus, "succeeded" | "failed" | "cancelled" | "expired">;
  output?: string | null;
  shownOutput?: string | null;
  error?: RunError | null;
}

/** Lets runs go on that wait for this one. */
async function wakeParents(
  app: App,
  scope: AnyScope,
  childId: string,
  waiting: readonly { runId: string; key: string }[],
): Promise<void> {
  const parents = new Map(
    (await lockRuns(scope, [...new Set(waiting.map(({ runId }) => runId))])).map((one) => [one.id, one]),
  );
  const child = await findRun(scope, childId);
  if (child === undefined) return;
  const text = await reportText(app, scope, child);
  const shown = shownText(JSON.stringify({ id: child.id, status: child.status }));
  for (const { runId, key } of waiting) {
    const parent = parents.get(runId);
    if (parent === undefined) continue;
    await endWaits(scope, [sealedEnd(await runSeal(app, parent), { runId, key, text, shown })]);
  }
  if ((await queueWaiting(scope, [...parents.keys()])) > 0) await notifyRuns(scope);
}

/**
 * Ends a locked run: its open waits and questions end with it, runs that wait for it go on, and its children are given
 * up soon if it was.
 */
export async function endRun(
  app: App,
  scope: AnyScope,
  run: RunRow,
  { status, output = null, shownOutput = null, error = null }: RunEnding,
): Promise<void> {
  const sealed = output === null ? null : (await runSeal(app, run)).seal("output", output);
  const isApart = sealed !== null && liesApart(sealed);
  if (isApart) await putPayload(scope, run, "output", sealed);
  const shown = shownOutput === null ? null : shownText(shownOutput);
  const shownError = error && { ...error, code: shownText(error.code), message: shownText(error.message) };
  const ending = { status, output: isApart ? null : sealed, shownOutput: shown, error: shownError };
  const waiting = await endRunRow(scope, run.id, ending);
  if (waiting.length > 0) await wakeParents(app, scope, run.id, waiting);
  dropSeal(run.id);
  await freeLane(scope, run);
}

/**
 * Ends the attempt of a run that succeeded, in one round trip. Null: nothing has changed, because the attempt is no
 * longer this worker's, something else depends on the run, or another replica has its data key.
 */
export async function endAtOnce(app: App, id: string, completion: StartedCompletion): Promise<StartedMode | null> {
  const sealed = keptSeal(id)?.seal("output", completion.output ?? "null");
  if (sealed === undefined || liesApart(sealed)) return null;
  const { shownOutput } = completion;
  const shown = shownOutput === null ? null : shownText(shownOutput);
  const mode = await endRunAtOnce(app, id, completion, { output: sealed, shownOutput: shown });
  if (mode !== null) dropSeal(id);
  return mode;
}
