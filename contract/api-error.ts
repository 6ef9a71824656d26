import type { ErrorBody } from "./errors.ts";

/** An error response of the API: its status and the fields of the one error shape. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly requestId: string;
  readonly details: Record<string, unknown> | undefined;
  /** From `Retry-After`, in seconds. */
  readonly retryAfterSeconds: number | undefined;
  /** The address of the page about the code, from `Link` with the relation `help` (RFC 8288). */
  readonly help: string | undefined;

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number, help?: string) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.requestId = body.requestId;
    this.details = body.details;
    this.retryAfterSeconds = retryAfterSeconds;
    this.help = help;
  }
}
