import type { HostCallErrorCode } from "./host-calls.ts";

/**
 * A refusal or failure of a host call, which the Function sees as a FunctionError. Everything that the Function must
 * not see goes into `cause`.
 */
export class HostCallError extends Error {
  override name = "HostCallError";
  readonly code: HostCallErrorCode;
  /** For the Function's author. It holds nothing that is secret from the Function. */
  readonly details: unknown;

  constructor(code: HostCallErrorCode, message: string, extra: { details?: unknown; cause?: unknown } = {}) {
    super(message, { cause: extra.cause });
    this.code = code;
    this.details = extra.details;
  }
}
