import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { runLimits, type KeptStep } from "@ferrule/contract/internal/runs.ts";
import type { App } from "../../../ground/app.ts";
import { storableJson } from "../../../ground/store/storable-json.ts";
import { keepSeal, keptSeal } from "../seals/kept-seals.ts";
import { findRun } from "../queries/runs.ts";
import { liesApart, type RunSeal } from "../seals/seal-run.ts";
import { nameOfStep, shownText } from "../texts/values.ts";
import { shownFailure } from "../texts/wait-sentences.ts";

export const attemptEnded = () => new HostCallError("ATTEMPT_ENDED", "This attempt of the run has ended.");

/** The run's seal. A read is needed only where another replica has handed out the attempt. */
async function sealOf(app: App, projectId: string, runId: string): Promise<RunSeal> {
  const kept = keptSeal(runId);
  if (kept !== undefined) return kept;
  const run = await app.store.inProject(projectId, (scope) => findRun(scope, runId), { readOnly: true });
  if (run === undefined) throw attemptEnded();
  return keepSeal(app, run);
}

/**
 * Stores the end of a step, once, in one round trip.
 * @throws HostCallError ATTEMPT_ENDED when the attempt has ended or belongs to another execution; LIMIT_EXCEEDED when the
 * run's history is full.
 */
export async function keepStep(app: App, projectId: string, executionId: string, step: KeptStep): Promise<void> {
  const { runId, key, position, attempts, state, value, durationMs } = step;
  const seal = await sealOf(app, projectId, runId);
  const sealed = seal.seal(nameOfStep(key), value);
  const shown = shownText(step.shown);
  const error = state === "failed" ? storableJson(shownFailure("FUNCTION_ERROR", shown)) : null;
  const [kept] = await app.store.call<{ outcome: "kept" | "lost" | "full" }>(projectId, "ferrule_keep_step", [
    runId,
    executionId,
    key,
    position,
    attempts,
    state,
    sealed,
    value.length,
    liesApart(sealed),
    shown,
    error,
    durationMs,
    runLimits.steps,
    runLimits.historyChars,
  ]);
  if (kept?.outcome === "full")
    throw new HostCallError(
      "LIMIT_EXCEEDED",
      `The run's history is full: it has at most ${runLimits.steps} steps, and ${runLimits.historyChars} characters of results.`,
    );
  if (kept?.outcome !== "kept") throw attemptEnded();
}
