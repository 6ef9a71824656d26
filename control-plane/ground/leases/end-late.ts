// Why: docs/decisions/leased-runs.md
import type { App } from "../app.ts";
import type { leasedRows, Late } from "../store/rows/leased-rows.ts";
import type { InstallationScope } from "../store/scope.ts";

/** How rows that are late are locked and ended. */
interface Ending<L, E> {
  leases: Pick<ReturnType<typeof leasedRows>, "findLate">;
  late: Late;
  lock: (scope: InstallationScope, id: string) => Promise<L | null | undefined>;
  end: (scope: InstallationScope, locked: L) => Promise<E>;
}

/**
 * Ends rows that are late, and yields what each of them came to. Each has its own transaction, so that one that waits
 * for a lock delays no other. It may have gone on by then, so this looks again under the lock. Several replicas may do
 * this at once.
 */
export async function* endLate<L, E>({ store }: App, { leases, late, lock, end }: Ending<L, E>): AsyncGenerator<E> {
  const ids = await store.inInstallation((scope) => leases.findLate(scope, late), { readOnly: true });
  for (const id of ids) {
    const ended = await store.inInstallation(async (scope) => {
      const locked = await lock(scope, id);
      const [still] = locked ? await leases.findLate(scope, late, id) : [];
      return locked && still !== undefined ? { as: await end(scope, locked) } : null;
    });
    if (ended) yield ended.as;
  }
}
