// Why: docs/decisions/alerts-are-states.md
import type { App } from "../../ground/app.ts";
import { readClock, type Clock } from "../../ground/store/clock.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { compareCauses, type AlertChanges } from "./compare-causes.ts";
import { findCauses } from "./find-causes.ts";
import { describeAgain, insertAlerts, listFiring, noteMissing, removeFiring, resolveAlerts } from "./queries/alerts.ts";
import { listWatched } from "./queries/settings.ts";
import { tellChannels } from "./tell-channels.ts";

/** Writes the changes of one Project's alerts. Whatever tells people of them is part of the same transaction. */
async function change(scope: ProjectScope, clock: Clock, changes: AlertChanges): Promise<void> {
  await removeFiring(scope, changes.dropped);
  await noteMissing(scope, changes.missing, changes.back);
  await describeAgain(scope, changes.described);
  const ended = await resolveAlerts(scope, changes.ended);
  const began = await insertAlerts(scope, changes.began);
  await tellChannels(scope, clock, { began, ended });
}

/**
 * Compares what is wrong with what fires, and begins and ends alerts. Two replicas may do it at once: a second one
 * changes nothing.
 */
export async function watchAlerts({ store, clock, closing }: App): Promise<void> {
  const changed = await store.inInstallation(
    async (scope) => {
      const watched = await listWatched(scope);
      const causes = await findCauses(
        scope,
        clock,
        watched.map(({ id }) => id),
      );
      return compareCauses(causes, await listFiring(scope), watched, (await readClock(scope, clock)).getTime());
    },
    { readOnly: true },
  );
  for (const [projectId, changes] of changed) {
    if (closing.aborted) return;
    await store.inProject(projectId, (scope) => change(scope, clock, changes));
  }
}
