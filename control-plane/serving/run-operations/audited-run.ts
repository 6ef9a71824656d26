import type { AuditTarget } from "../../ground/handler/handler.ts";
import type { ListedRunRow } from "./queries/runs.ts";

/** The part of an audit event about one run. */
export const auditedRun = (
  { id, environment, functionId, functionName, tenantId }: ListedRunRow,
  changes: Record<string, unknown>,
): AuditTarget => ({ kind: "run", id, name: functionName, changes: { environment, functionId, tenantId, ...changes } });
