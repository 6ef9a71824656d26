import type { App } from "../../ground/app.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { findWaiting, insertEvent, type EventToSend } from "./queries/events.ts";
import { notifyRuns } from "./queries/notify.ts";
import { queueWaiting } from "./queries/runs.ts";
import { endWaits, lockEvents, lockRuns, type WaitEnd } from "./queries/waits.ts";
import { runSeal } from "./seals/seal-run.ts";
import { sealedEnd } from "./texts/values.ts";

/** The most waits that are ended at once. */
const atOnce = 500;

/**
 * Sends an event to the runs of a tenant, or to one of them. It ends the first open wait of each run that it fits. A run
 * that waits for it later has it too, once, if the run was started before. Returns how many runs waited for it.
 */
export async function sendEvent(app: App, scope: ProjectScope, event: EventToSend): Promise<number> {
  await lockEvents(scope, [{ ...event, projectId: scope.projectId }], "sender");
  const { id, at } = await insertEvent(scope, event);
  const text = `{"data":${event.data},"at":${JSON.stringify(at.toISOString())}}`;
  let woken = 0;
  let last = "";
  for (;;) {
    const found = await findWaiting(scope, event, last, atOnce);
    const runs = new Map(
      (
        await lockRuns(
          scope,
          found.map(({ runId }) => runId),
        )
      ).map((run) => [run.id, run]),
    );
    const ends: WaitEnd[] = [];
    for (const { runId, key } of found) {
      const run = runs.get(runId);
      if (run === undefined) continue;
      ends.push(sealedEnd(await runSeal(app, run), { runId, key, text, shown: event.shown, eventId: id }));
    }
    const ended = await endWaits(scope, ends);
    woken += ended.length;
    if ((await queueWaiting(scope, ended)) > 0) await notifyRuns(scope);
    if (found.length < atOnce) return woken;
    last = found.at(-1)?.runId ?? last;
  }
}
