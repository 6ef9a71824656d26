import type { App } from "../../../ground/app.ts";
import type { AuditTarget } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { insertCronRuns } from "../../runs/queries/cron-runs.ts";
import type { CronRunRow } from "../../runs/queries/runs.ts";
import { readFacts } from "../queries/binding-facts.ts";
import type { CronBindingRow } from "../queries/bindings.ts";
import { admitRun, type Occurrence } from "./admit-runs.ts";

/**
 * Runs a locked binding once, now, if its overlap policy allows that. Otherwise, the new run is skipped and says why.
 * @param replayOf the run that somebody wants to see again
 */
export async function runNow(
  app: App,
  scope: ProjectScope,
  binding: CronBindingRow,
  asked: NonNullable<Occurrence["asked"]>,
  replayOf?: string,
): Promise<CronRunRow> {
  const { now, ...facts } = await readFacts(app, scope, binding.id);
  const run = admitRun({ ...binding, ...facts }, { trigger: "manual", scheduledFor: now, dueAt: now, asked });
  const [row] = await insertCronRuns(scope, [replayOf === undefined ? run : { ...run, replayOf }]);
  return found(row);
}

/** The part of an audit event about a binding that somebody ran. */
export const auditedCronRun = (
  { id, name }: Pick<CronBindingRow, "id" | "name">,
  { id: runId, status, reason }: Pick<CronRunRow, "id" | "status" | "reason">,
): AuditTarget => ({ kind: "cron-binding", id, name, changes: { before: null, after: { runId, status, reason } } });
