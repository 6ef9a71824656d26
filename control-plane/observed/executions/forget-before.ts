import type { App } from "../../ground/app.ts";
import { listProjectIds } from "../../people/projects/queries.ts";
import { firstTerm, forgetBatches, forgetEntries, type Term } from "./queries/forget-batches.ts";

/**
 * Removes old batches and entries, with which lists found executions that are gone. A day may have millions, so each
 * transaction removes only some, and nobody waits for it. After an interruption, the rest leads to no execution, and
 * the next run removes it.
 */
export async function forgetBefore({ store }: Pick<App, "store">, before: Date): Promise<void> {
  for (const projectId of await store.inInstallation(listProjectIds, { readOnly: true })) {
    let next: Term | null = firstTerm;
    while (next !== null) {
      const after: Term = next;
      next = await store.inInstallation<Term | null>((scope) => forgetEntries(scope, projectId, before, after));
    }
    while (!(await store.inInstallation((scope) => forgetBatches(scope, projectId, before))));
  }
}
