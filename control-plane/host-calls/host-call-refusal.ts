import type { HostCallErrorCode } from "@ferrule/contract/internal/host-calls.ts";

/** A refusal that the Function gets to see as a FunctionError; what it must not see goes into `cause`. */
export class HostCallRefusal extends Error {
  override name = "HostCallRefusal";
  readonly code: HostCallErrorCode;
  readonly details: unknown;

  constructor(code: HostCallErrorCode, message: string, extra: { details?: unknown; cause?: unknown } = {}) {
    super(message, { cause: extra.cause });
    this.code = code;
    this.details = extra.details;
  }
}
