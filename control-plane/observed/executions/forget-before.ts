import type { App } from "../../ground/app.ts";
import { listProjectIds } from "../../people/projects/queries.ts";
import { firstTerm, forgetBatches, forgetEntries, type Term } from "./queries/forget-batches.ts";

/**
 * Removes the batches and entries from before a moment, by which lists found executions that are gone. A day may have
 * millions, so each transaction removes some of them, and nothing waits for it. What an interruption leaves behind leads to
 * no execution, and goes the next time.
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
