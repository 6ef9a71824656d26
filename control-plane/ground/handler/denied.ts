import { PublicError, type ErrorCode } from "@ferrule/contract/errors.ts";
import type { AuditTarget } from "./handler.ts";

/** A refusal with details for the audit that the caller does not see, such as the user whom a failed sign-in named. */
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
