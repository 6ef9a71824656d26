import { sharedDate } from "@ferrule/kit/shared-time.ts";
import type { App } from "../../../ground/app.ts";
import { insertAuditEvent } from "../../../ground/audit/queries.ts";
import { auditedCronBinding } from "../bindings/audited-cron-binding.ts";
import { changeCronBinding, type CronBindingRow } from "../queries/bindings.ts";
import { redact } from "../../../ground/handler/redact.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";

/** Disables a binding whose runs keep failing, and records it in the audit; a person has to enable it again. */
export async function pauseCronBinding(
  { settings }: App,
  scope: InstallationScope,
  before: CronBindingRow,
  failures: number,
): Promise<void> {
  const row = await changeCronBinding(scope, before, {
    enabled: false,
    nextRunAt: null,
    consecutiveFailures: failures,
    pausedAt: sharedDate(),
    pauseReason: failures === 1 ? "Its last run failed." : `Its last ${failures} runs failed.`,
  });
  const { kind, id, name, changes } = auditedCronBinding(before, row);
  await insertAuditEvent(scope, {
    action: "cron-binding.pause",
    projectId: before.projectId,
    actorKind: "system",
    actorId: null,
    actorUserId: null,
    actorEmail: null,
    targetKind: kind,
    targetId: id,
    targetName: name,
    requestId: null,
    ip: null,
    userAgent: null,
    outcome: "success",
    changes: redact(changes ?? {}, settings.maskedNames),
  });
}
