import type { ChosenRuns } from "@ferrule/contract/resources/run.ts";
import type { AuditTarget } from "../../ground/handler/handler.ts";

/** An audit event names this many of them, and counts the others. */
const mostNamed = 200;

/** The part of an audit event about runs that somebody chose. */
export const auditedRuns = (chosen: ChosenRuns, ids: readonly string[]): AuditTarget => ({
  kind: "run",
  id: ids.length === 1 ? (ids[0] ?? null) : null,
  name: null,
  changes: { ...chosen, runs: ids.length, runIds: ids.slice(0, mostNamed) },
});
