import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { z } from "zod";
import { runLimits, type childStart } from "@ferrule/contract/internal/runs.ts";
import type { App } from "../../../ground/app.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { attemptEnded } from "./keep-step.ts";
import { keepSeal } from "../seals/kept-seals.ts";
import { findRun, lockRun, type RunRow } from "../queries/runs.ts";
import { countSteps, findChildOf, putWaits } from "../queries/waits.ts";
import { startRunsIn } from "../start-runs.ts";
import { sealedEnd } from "../texts/values.ts";

type ChildStart = z.infer<typeof childStart>;
type Parent = NonNullable<ChildStart["parent"]>;

/** Stores the start as a step of the parent, which a repetition finds. */
async function keepStart(app: App, scope: ProjectScope, run: RunRow, parent: Parent, childId: string): Promise<void> {
  const { key, position } = parent;
  const text = JSON.stringify({ id: childId });
  const seal = await keepSeal(app, run);
  const { value, chars, isApart } = sealedEnd(seal, { runId: run.id, key, text, shown: text });
  const none = { error: null, forMs: null, atMs: null, event: null, match: null, eventId: null, approvalId: null };
  await putWaits(scope, app.clock, run, [
    { ...none, key, kind: "start", position, state: "done", attempts: 1, value, chars, isApart, shown: text, childId },
  ]);
  await countSteps(scope, run.id, { added: 1, done: 1, chars });
}

/** The parent, locked, if this attempt of it is under way. @throws HostCallError */
async function holdParent(scope: ProjectScope, executionId: string, { runId, attempt }: Parent): Promise<RunRow> {
  const run = await lockRun(scope, runId);
  if (run?.status !== "running" || run.executionId !== executionId || run.attempt !== attempt) throw attemptEnded();
  if (run.stepCount >= runLimits.steps)
    throw new HostCallError("LIMIT_EXCEEDED", `The run's history is full: it has at most ${runLimits.steps} steps.`);
  return run;
}

/**
 * Starts a run for a Function, and returns its id: as a step of a durable run, or from a plain call.
 * @throws HostCallError
 */
export async function startChild(
  app: App,
  projectId: string,
  executionId: string,
  { run, parent }: ChildStart,
): Promise<string> {
  const started = await app.store.inProject(projectId, async (scope) => {
    const holder = parent === null ? null : await holdParent(scope, executionId, parent);
    const known = parent === null ? undefined : await findChildOf(scope, parent.runId, parent.key);
    if (known !== undefined) return { id: known, outcome: "existing" as const };
    // Without its step, a child with this id belongs to a step that a retry has forgotten.
    const isTaken = parent !== null && (await findRun(scope, run.id)) !== undefined;
    const fresh = isTaken ? { ...run, id: identifier("run") } : run;
    const family = parent === null ? {} : { parentId: parent.runId, parentStep: parent.key, detached: parent.detached };
    const [result] = await startRunsIn(app, scope, [{ ...fresh, ...family }]);
    if (result === undefined) throw new Error("A start has no result.");
    const isThere = result.outcome === "started" || result.outcome === "existing";
    if (isThere && parent !== null && holder !== null) await keepStart(app, scope, holder, parent, result.id);
    return result;
  });
  if (started.outcome === "gone") throw new HostCallError("NOT_FOUND", "There is no such Function any more.");
  if (started.outcome === "full") throw new HostCallError("LIMIT_EXCEEDED", "Too many runs of this Project wait.");
  if (started.outcome === "limited")
    throw new HostCallError("LIMIT_EXCEEDED", "Too many runs with this concurrency value wait.");
  return started.id;
}
