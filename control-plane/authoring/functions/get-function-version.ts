import { resourceFrom } from "@ferrule/contract/resource-fields.ts";
import { functionVersionDetail } from "@ferrule/contract/resources/function.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { activeIn, authorOf } from "./describe-version.ts";
import { findRevision } from "./queries/functions.ts";
import { findServed } from "./queries/served-revisions.ts";

/** PostgreSQL's `integer` ends around here; no revision is larger. */
const revisionPattern = /^[1-9]\d{0,8}$/;

/** One saved revision with its source. */
export const getFunctionVersion: Handlers["getFunctionVersion"] = async ({ scope, params }) => {
  const revision = revisionPattern.test(params.revision) ? Number(params.revision) : 0;
  const [saved, served] = await Promise.all([
    findRevision(scope, params.functionId, revision),
    findServed(scope, params.functionId),
  ]);
  const row = found(saved);
  return resourceFrom(functionVersionDetail, row, {
    createdBy: authorOf(row),
    activeIn: activeIn(served, row.revision),
  });
};
