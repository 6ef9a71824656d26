import type { App } from "../../ground/app.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { cancelAnyRun } from "../runs/cancel-any-run.ts";
import { freeLane } from "../runs/lanes/free-lane.ts";
import { findSimple, giveUpRuns } from "../runs/queries/many.ts";

/** Ends locked runs of any mode: those that need no worker all at once, and the others one by one. */
export async function giveUp(app: App, scope: ProjectScope, ids: readonly string[]): Promise<void> {
  const simple = await findSimple(scope, ids);
  const atOnce = new Set(simple.map(({ id }) => id));
  for (const id of ids) if (!atOnce.has(id)) await cancelAnyRun(app, scope, id);
  if (simple.length === 0) return;
  await giveUpRuns(scope, [...atOnce]);
  // Lanes come last: see `freeLane`.
  const lanes = new Map(simple.map((run) => [run.lane, run]));
  for (const [, lane] of [...lanes].toSorted(([a], [b]) => (a < b ? -1 : 1))) await freeLane(scope, lane);
}
