import { PublicError, type ErrorCode } from "@ferrule/contract/errors.ts";
import type { AuditTarget } from "./handler.ts";

/** A refusal with details for the audit that the caller is not told, such as whom a failed sign-in was meant for. */
export class Denied extends PublicError {
  readonly target: AuditTarget;

  constructor(
    code: ErrorCode,
    target: AuditTarget,
    { message, ...extra }: { message?: string; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(code, message, extra);
    this.target = target;
  }
}
