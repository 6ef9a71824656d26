import type { App } from "../app.ts";
import { PublicError, type ErrorCode } from "@ferrule/contract/errors.ts";
import { Denied } from "./denied.ts";
import type { Exchange } from "./exchange.ts";
import type { AuditTarget } from "./handler.ts";
import { writeAudit } from "./write-audit.ts";

const denials = new Set<ErrorCode>(["FORBIDDEN", "CSRF_INVALID", "ACCOUNT_DISABLED", "INVALID_CREDENTIALS"]);
const periodMs = 60_000;
const mostKept = 10_000;
const recent = new WeakMap<App, Map<string, number>>();

/** Whether this actor's denial of this action is the first within a minute on this replica. */
function isFirst({ app, actor, ip, operation }: Exchange): boolean {
  const kept = recent.get(app) ?? new Map<string, number>();
  recent.set(app, kept);
  const now = Date.now();
  if (kept.size >= mostKept) {
    for (const [key, at] of kept) if (at < now - periodMs) kept.delete(key);
    // Still full: a flood of strangers. What they are refused is in the metrics.
    if (kept.size >= mostKept) return false;
  }
  const key = `${operation.audit} ${actor?.tokenId ?? actor?.userId ?? ip}`;
  if ((kept.get(key) ?? 0) > now - periodMs) return false;
  kept.set(key, now);
  return true;
}

function targetOf({ operation, request }: Exchange): AuditTarget {
  const params = Object.values(request.params as Record<string, string>);
  const id = params.at(-1)?.replaceAll("\0", "").slice(0, 128) ?? null;
  return { kind: operation.audit?.split(".", 1)[0] ?? "request", id, name: null };
}

/**
 * Writes the audit event of a refusal, outside the transaction that was rolled back: one a minute for each actor (or, before
 * a sign-in, address) and action, so that a flood of refusals cannot fill the audit. Each replica counts for itself, so n
 * of them write at most n a minute: the bound is what matters, and no refusal waits for the database to agree on it.
 * Never fails the answer.
 */
export async function recordDenial(exchange: Exchange, error: unknown): Promise<void> {
  if (!(error instanceof PublicError) || !denials.has(error.code)) return;
  if (exchange.operation.audit === null || !isFirst(exchange)) return;
  const target = error instanceof Denied ? error.target : targetOf(exchange);
  try {
    await exchange.app.store.inInstallation((scope) =>
      writeAudit(exchange, scope, { ...target, changes: { ...target.changes, code: error.code } }, "denied"),
    );
  } catch (cause) {
    exchange.app.log.error({ err: cause, requestId: exchange.requestId }, "a denial could not be recorded");
  }
}
