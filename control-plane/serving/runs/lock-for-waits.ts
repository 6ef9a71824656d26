import type { RunWait } from "@ferrule/contract/internal/runs.ts";
import type { AnyScope } from "../../ground/store/scope.ts";
import { holdChildren, lockEvents } from "./queries/waits.ts";
import type { RunRow } from "./queries/runs.ts";

/** Whether storing these waits needs locks beside the run's own. */
export const needsLocks = (waits: readonly RunWait[]): boolean =>
  waits.some(({ kind }) => kind === "event" || kind === "child");

/**
 * Takes the locks that storing waits needs beside the run's own, in the order of everybody else: events, then the runs
 * that it waits for. Then neither an event nor an end can come in between unseen.
 */
export async function lockForWaits(scope: AnyScope, run: RunRow, waits: readonly RunWait[]): Promise<void> {
  const events = waits.filter((wait) => wait.kind === "event");
  await lockEvents(
    scope,
    events.map(({ event: name }) => ({ ...run, name })),
    "waiter",
  );
  const children = waits.filter((wait) => wait.kind === "child");
  await holdChildren(
    scope,
    run,
    children.map(({ runId }) => runId),
  );
}
