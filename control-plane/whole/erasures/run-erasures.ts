import type { App } from "../../ground/app.ts";
import { auditSystem } from "../../ground/audit/audit-system.ts";
import { eraseArchived } from "../../observed/executions/archive/erase-archived.ts";
import {
  findErasure,
  finishErasure,
  listOpenErasures,
  lockOpenErasure,
  noteProgress,
  type ErasureRow,
} from "./queries.ts";
import { lookThrough, steps, type Step } from "./steps.ts";
import { merged, whoseOf } from "./whose-of.ts";

type Erasing = Pick<App, "store" | "cache" | "archive" | "closing">;

/** Repeats a step as long as there is something to do, in a transaction each time. */
async function work({ store, closing }: Erasing, { id, projectId }: ErasureRow, name: string, step: Step) {
  let more = true;
  while (more && !closing.aborted) {
    more = await store.inProject(projectId, async (scope) => {
      const row = await lockOpenErasure(scope, id);
      return row !== undefined && (await step(scope, row, whoseOf(row, name)));
    });
  }
}

/** Removes archived executions, and notes the callers' identities, like the step before. */
async function eraseFromArchive(app: Erasing, erasure: ErasureRow, name: string, which: "all" | "runs"): Promise<void> {
  const { id, projectId, createdAt: before } = erasure;
  const whose = async () =>
    whoseOf(
      (await app.store.inProject(projectId, (scope) => findErasure(scope, id), { readOnly: true })) ?? erasure,
      name,
    );
  await eraseArchived(app, {
    projectId,
    whose,
    before,
    which,
    note: async (scope, { archived, identities }) => {
      const row = await lockOpenErasure(scope, id);
      if (row === undefined) return;
      const known = merged(whoseOf(row, name).identities, identities);
      await noteProgress(scope, row, { archived }, row.subject === "tenant" ? {} : { identities: known });
    },
  });
}

async function runErasure(app: Erasing, erasure: ErasureRow) {
  const { store, cache, closing } = app;
  const { id, projectId, subject, name } = erasure;
  if (name === null) return;
  await work(app, erasure, name, lookThrough);
  if (closing.aborted) return;
  // A bucket that does not respond does not keep the rest from being erased.
  const [archived] = await Promise.allSettled([eraseFromArchive(app, erasure, name, "all")]);
  for (const step of steps) await work(app, erasure, name, step);
  if (archived.status === "rejected") throw archived.reason;
  // Their runs may have gone to the archive until a step removed them.
  await eraseFromArchive(app, erasure, name, "runs");
  if (closing.aborted) return;
  // The cache comes last, because a call that was under way may have written to it until now.
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
 * Carries out erasures in short transactions; an interrupted one continues where it stopped. If one fails, for example
 * because the cache's server is away, the others still run. @throws the error of the first one that failed
 */
export async function runErasures(app: Erasing): Promise<void> {
  const open = await app.store.inInstallation((scope) => listOpenErasures(scope), { readOnly: true });
  const failures: unknown[] = [];
  for (const row of open) await runErasure(app, row).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
