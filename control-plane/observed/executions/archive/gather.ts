import type { App } from "../../../ground/app.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { ExecutionKey } from "../filters/execution-filters.ts";
import { readExecutions, type ExportedExecution } from "../queries/exported.ts";
import { mostInPart, mostPartBytes } from "./part.ts";

/** Finds the next few keys of executions after this one, newest first. */
export type FindKeys = (scope: ProjectScope, after: ExecutionKey | null) => Promise<ExecutionKey[]>;

/**
 * Reads executions until one object is full. `last` is the last key that it read; executions that are gone by then may
 * be missing.
 */
export async function gather(
  { store }: Pick<App, "store">,
  projectId: string,
  find: FindKeys,
  after: ExecutionKey | null,
) {
  const executions: ExportedExecution[] = [];
  const lines: string[] = [];
  let bytes = 0;
  for (let last = after; ;) {
    const from = last;
    const { keys, rows } = await store.inProject(
      projectId,
      async (scope) => {
        const found = await find(scope, from);
        return { keys: found, rows: await readExecutions(scope, found) };
      },
      { readOnly: true },
    );
    for (const row of rows) {
      const line = JSON.stringify(row);
      executions.push(row);
      lines.push(line);
      bytes += line.length;
      if (executions.length >= mostInPart || bytes >= mostPartBytes)
        return { executions, lines, last: { startedAt: new Date(row.startedAt), id: row.id } };
    }
    last = keys.at(-1) ?? last;
    if (keys.length === 0) return { executions, lines, last };
  }
}
