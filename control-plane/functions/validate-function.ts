import type { Diagnostic } from "@ferrule/contract/internal/jobs.ts";
import type { Operations } from "@ferrule/contract/operations.ts";
import { listTypedCollections } from "../collections/typed-collections.ts";
import type { Handler } from "../http/handler.ts";
import { found } from "../http/not-found.ts";
import { runJob } from "../jobs/run-job.ts";
import { usedLibraries } from "../libraries/records.ts";
import { missingSecrets } from "../secrets/records.ts";
import { buildFunctionOf } from "./build-function-of.ts";
import { findFunction, storeChecked } from "./records.ts";

const timeoutMs = 60_000;

/** A call would fail with NOT_FOUND for it; the deployment itself does not. */
const missing = (name: string): Diagnostic => ({
  severity: "warning",
  message: `The secret ${name} is declared, but development has none of this name.`,
  line: 1,
  column: 1,
  code: "SECRET_MISSING",
});

/**
 * Has a worker check a draft, or a text given for it (specification 4.4): 200 also when it is invalid. What was found
 * of the saved revision is kept with it. 504 TIMEOUT after 60 s.
 */
export const validateFunction: Handler<Operations["validateFunction"]> = async (context) => {
  const { app, projectId, params, body, signal, read } = context;
  const { row, checked, libraries, lacking } = await read(async (scope) => {
    const row = found(await findFunction(scope, params.functionId));
    const checked = buildFunctionOf(row, await listTypedCollections(scope), body.source);
    const libraries = await usedLibraries(scope, checked.libraries ?? []);
    return {
      row,
      checked,
      libraries,
      lacking: await missingSecrets(scope, projectId, "development", row.permissions.secrets),
    };
  });
  const request = { projectId, kind: "validate" as const, payload: { function: checked, libraries } };
  const { function: built } = await runJob(app, request, { timeoutMs, signal });
  const { valid, diagnostics, derived } = built;
  if (checked.source === row.source) {
    await app.store.inProject(projectId, (scope) =>
      storeChecked(scope, projectId, [{ functionId: row.id, revision: row.revision, result: built }]),
    );
  }
  return { valid, diagnostics: [...diagnostics, ...lacking.map(missing)], derived };
};
