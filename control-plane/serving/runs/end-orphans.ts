import type { App } from "../../ground/app.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { cancelRun } from "./cancel-run.ts";
import { clearOrphans, findOrphaners, findOrphans, isOrphaner } from "./queries/reap.ts";
import { lockRun } from "./queries/runs.ts";

/** Cancels a child, unless its parent goes on by now. A retry ends the children of before by itself. */
async function endOrphan(app: App, scope: InstallationScope, parentId: string, id: string): Promise<void> {
  await lockRun(scope, id);
  if (await isOrphaner(scope, parentId)) await cancelRun(app, scope, id);
}

/** Cancels the children of a run that was given up. */
async function endOrphansOf(app: App, parentId: string): Promise<void> {
  const { store } = app;
  for (;;) {
    const children = await store.inInstallation((scope) => findOrphans(scope, parentId), { readOnly: true });
    for (const id of children) await store.inInstallation((scope) => endOrphan(app, scope, parentId, id));
    if (!(await store.inInstallation((scope) => isOrphaner(scope, parentId), { readOnly: true }))) return;
    if (children.length === 0) break;
  }
  await store.inInstallation((scope) => clearOrphans(scope, parentId));
}

/**
 * Cancels the children of runs that were given up, and theirs, also while a worker still stops the parent. Each has its
 * own transaction: whoever ends a run locks those that wait for it, so that no transaction may lock a family from its top.
 */
export async function endOrphans(app: App): Promise<void> {
  for (;;) {
    const parents = await app.store.inInstallation(findOrphaners, { readOnly: true });
    for (const parentId of parents) await endOrphansOf(app, parentId);
    if (parents.length === 0) return;
  }
}
