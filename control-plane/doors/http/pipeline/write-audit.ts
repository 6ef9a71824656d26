import type { AuditEvent } from "@ferrule/contract/resources/audit-event.ts";
import { insertAuditEvent, type NewAuditEvent } from "../../../ground/audit/queries.ts";
import type { InstallationScope, ProjectScope } from "../../../ground/store/scope.ts";
import type { Exchange } from "./exchange.ts";
import type { Audited, AuditTarget } from "../../../ground/handler/handler.ts";
import { agentRequest } from "../../../ground/handler/agent-request.ts";
import { redact } from "../../../ground/handler/redact.ts";

/** The actor of the event. At a sign-in there is no actor yet, so it is the user who has just signed in. */
function actorOf({ actor }: Exchange, target: AuditTarget, outcome: AuditEvent["outcome"]) {
  if (actor) {
    const id = actor.tokenId ?? actor.userId;
    return { actorKind: actor.kind, actorId: id, actorUserId: actor.userId, actorEmail: actor.email };
  }
  if (outcome === "success" && target.kind === "user") {
    return { actorKind: "user" as const, actorId: target.id, actorUserId: target.id, actorEmail: target.name };
  }
  return { actorKind: "anonymous" as const, actorId: null, actorUserId: null, actorEmail: target.by ?? null };
}

/** Of an agent's request: the program that it says it is. */
function agentFacts(): Record<string, unknown> {
  const request = agentRequest();
  return request === undefined ? {} : { agent: { client: request.client } };
}

/** The operation's audit event about this target. */
export function auditEventOf(
  exchange: Exchange,
  action: string,
  target: AuditTarget,
  outcome: AuditEvent["outcome"],
): NewAuditEvent {
  const { operation, project, requestId, ip, userAgent } = exchange;
  const scopeId = operation.scope === "project" ? (project?.id ?? null) : null;
  return {
    action,
    projectId: target.projectId ?? scopeId,
    ...actorOf(exchange, target, outcome),
    targetKind: target.kind,
    targetId: target.id,
    targetName: target.name,
    requestId,
    ip,
    userAgent: userAgent?.slice(0, 500) ?? null,
    outcome,
    changes: redact({ ...target.changes, ...agentFacts() }, exchange.app.settings.maskedNames),
  };
}

/** Appends the audit events of a change in its transaction, so that they commit or roll back with it. */
export async function writeAudit(
  exchange: Exchange,
  scope: ProjectScope | InstallationScope,
  targets: Audited<unknown>["audit"],
): Promise<void> {
  const { audit } = exchange.operation;
  if (audit === null) return;
  for (const target of [targets].flat())
    await insertAuditEvent(scope, auditEventOf(exchange, target.action ?? audit, target, "success"));
}
