import type { BuiltFunction } from "@ferrule/contract/internal/jobs.ts";
import type { App } from "../../../ground/app.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { runJob } from "../../../ground/jobs/run-job.ts";
import { usedLibraries } from "../../libraries/queries.ts";
import { buildFunctionOf, projectTyped } from "./build-function-of.ts";
import { findFunction, storeChecked } from "../queries/functions.ts";

interface Draft {
  projectId: string;
  functionId: string;
  /** An unsaved text. */
  source?: string | undefined;
}

/**
 * Has a worker check a draft, or a text given for it. Findings about the saved revision are stored with it.
 * @throws PublicError NOT_FOUND; TIMEOUT after `timeoutMs` or when `signal` aborts; UNAVAILABLE when no worker took it
 */
export async function checkDraft(
  app: App,
  { projectId, functionId, source }: Draft,
  waiting: { timeoutMs: number; signal: AbortSignal },
): Promise<BuiltFunction> {
  const { revision, isSaved, payload } = await app.store.inProject(
    projectId,
    async (scope) => {
      const row = found(await findFunction(scope, functionId));
      const checked = buildFunctionOf(row, await projectTyped(scope), source);
      const libraries = await usedLibraries(scope, checked.libraries ?? []);
      const isSaved = checked.source === row.source;
      return { revision: row.revision, isSaved, payload: { function: checked, libraries } };
    },
    { readOnly: true },
  );
  const { function: result } = await runJob(app, { projectId, kind: "validate", payload }, waiting);
  if (isSaved)
    await app.store.inProject(projectId, (scope) => storeChecked(scope, projectId, [{ functionId, revision, result }]));
  return result;
}
