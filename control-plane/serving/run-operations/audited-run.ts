import type { ChangeOfRuns } from "@ferrule/contract/operations-of-runs.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { ListedRunRow } from "./queries/runs.ts";
import { actionOf } from "./require-change.ts";

/** The part of an audit event about a change of one run. */
export const auditedRun = (
  change: ChangeOfRuns,
  { id, mode, environment, functionId, functionName, tenantId }: ListedRunRow,
  changes: Record<string, unknown>,
): AuditTarget => ({
  action: actionOf(change, mode),
  kind: mode === "delivery" ? "delivery" : "run",
  id,
  name: functionName,
  changes: { environment, functionId, tenantId, ...changes },
});
