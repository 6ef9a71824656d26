import { insertAuditEvent } from "../../../ground/audit/queries.ts";
import { PublicError, type ErrorCode } from "@ferrule/contract/errors.ts";
import { denialLedger } from "./denial-ledger.ts";
import { Denied } from "../../../ground/handler/denied.ts";
import type { Exchange } from "./exchange.ts";
import type { AuditTarget } from "../../../ground/handler/handler.ts";
import { auditEventOf } from "./write-audit.ts";

const denials = new Set<ErrorCode>(["FORBIDDEN", "CSRF_INVALID", "ACCOUNT_DISABLED", "INVALID_CREDENTIALS"]);

function targetOf({ operation, request }: Exchange): AuditTarget {
  const params = Object.values(request.params as Record<string, string>);
  const id = params.at(-1)?.replaceAll("\0", "").slice(0, 128) ?? null;
  return { kind: operation.audit?.split(".", 1)[0] ?? "request", id, name: null };
}

/**
 * Writes the audit event of a refusal, outside the transaction that was rolled back. Each sign-in attempt gets one;
 * other refusals get one a minute for each actor, action and target. `DenialLedger` sums up the rest. If the write
 * fails, the caller still gets the same answer.
 */
export async function recordDenial(exchange: Exchange, error: unknown): Promise<void> {
  const { app, operation, requestId } = exchange;
  if (!(error instanceof PublicError) || operation.audit === null) return;
  if (!(error instanceof Denied) && !denials.has(error.code)) return;
  const { code } = error;
  const target = error instanceof Denied ? error.target : targetOf(exchange);
  const event = auditEventOf(exchange, operation.audit, target, "denied");
  const denial = { ...event, changes: { ...event.changes, code } };
  if (!denialLedger(app).admits(denial)) return;
  try {
    await app.store.inInstallation((scope) => insertAuditEvent(scope, denial));
  } catch (cause) {
    app.log.error({ err: cause, requestId }, "a denial could not be recorded");
  }
}
