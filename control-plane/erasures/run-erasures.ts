import type { App } from "../app.ts";
import { auditSystem } from "../audit/audit-system.ts";
import { finishErasure, listOpenErasures, lockOpenErasure, noteProgress, type ErasureRow } from "./queries.ts";
import { steps } from "./steps.ts";
import { whoseOf } from "./whose-of.ts";

type Erasing = Pick<App, "store" | "cache" | "closing">;

async function runErasure({ store, cache, closing }: Erasing, { id, projectId, subject, name }: ErasureRow) {
  if (name === null) return;
  for (const step of steps) {
    let more = true;
    while (more && !closing.aborted) {
      more = await store.inProject(projectId, async (scope) => {
        const row = await lockOpenErasure(scope, id);
        return row !== undefined && (await step(scope, row, whoseOf(row, name)));
      });
    }
  }
  if (closing.aborted) return;
  // Last, for a call that was under way may have cached until now.
  const cacheEntries = subject === "tenant" ? await cache.clear(projectId, name) : 0;
  await store.inProject(projectId, async (scope) => {
    const row = await lockOpenErasure(scope, id);
    if (row === undefined) return;
    const removed = await noteProgress(scope, row, cacheEntries > 0 ? { cacheEntries } : {});
    await finishErasure(scope, id);
    const target = { kind: "erasure", id, name: subject };
    await auditSystem(scope, {
      action: "erasure.finish",
      target,
      changes: { before: null, after: { subject, removed } },
    });
  });
}

/**
 * Works off what is to be erased, in short transactions; what was interrupted goes on where it was. One that fails, as without the
 * cache's server, holds up no other. @throws what the first one failed with
 */
export async function runErasures(app: Erasing): Promise<void> {
  const open = await app.store.inInstallation((scope) => listOpenErasures(scope), { readOnly: true });
  const failures: unknown[] = [];
  for (const row of open) await runErasure(app, row).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
