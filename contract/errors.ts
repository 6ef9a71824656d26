/** One entry per error code: its HTTP status and its default sentence, which is safe for callers. */
export interface ErrorEntry {
  status: number;
  message: string;
}

const entry = (status: number, message: string): ErrorEntry => ({ status, message });

/** The catalogue of every error code of the management API and the runtime. */
export const errors = {
  VALIDATION_ERROR: entry(400, "The request is not valid."),
  MALFORMED_JSON: entry(400, "The request body is not valid JSON."),
  UNAUTHENTICATED: entry(401, "Sign in first."),
  INVALID_CREDENTIALS: entry(401, "The email or the password is wrong."),
  SESSION_EXPIRED: entry(401, "The session has ended. Sign in again."),
  CSRF_INVALID: entry(403, "The CSRF token is missing or wrong."),
  FORBIDDEN: entry(403, "Your role does not allow this."),
  ACCOUNT_DISABLED: entry(403, "This account is disabled."),
  PASSWORD_CHANGE_REQUIRED: entry(403, "Choose a new password first."),
  CONFIRMATION_REQUIRED: entry(403, "A person must confirm this first."),
  NOT_FOUND: entry(404, "Not found."),
  METHOD_NOT_ALLOWED: entry(405, "This path does not support that method."),
  CONFLICT: entry(409, "That name is taken."),
  PROJECT_NOT_SELECTED: entry(409, "Select a Project first."),
  PROJECT_MISMATCH: entry(409, "Another Project is active in this session now."),
  IDEMPOTENCY_CONFLICT: entry(409, "This idempotency key was used for another request to the management API."),
  IDEMPOTENCY_PENDING: entry(409, "The first call with this idempotency key is still running."),
  IDEMPOTENCY_NOT_KEPT: entry(409, "A call with this idempotency key has finished, but its response was not kept."),
  PROJECT_ARCHIVED: entry(409, "The Project is archived."),
  INVALID_STATE: entry(409, "The current state does not allow this."),
  IN_USE: entry(409, "It is still in use."),
  INCOMPATIBLE_SCHEMA: entry(409, "Existing records do not fit the new schema."),
  DEPLOYMENT_IN_PROGRESS: entry(409, "A deployment is being activated."),
  PRECONDITION_FAILED: entry(412, "The request's precondition failed."),
  REVISION_CONFLICT: entry(412, "It has changed since you read it."),
  PAYLOAD_TOO_LARGE: entry(413, "The request body is too large."),
  UNSUPPORTED_MEDIA_TYPE: entry(415, "Send the body as application/json."),
  IDEMPOTENCY_MISMATCH: entry(422, "This idempotency key was used for another path, query or body."),
  RATE_LIMITED: entry(429, "Too many requests. Try again later."),
  QUOTA_EXCEEDED: entry(429, "The quota is used up."),
  INTERNAL: entry(500, "Something went wrong on our side."),
  NOT_IMPLEMENTED: entry(501, "This is not supported here."),
  WORKER_UNREACHABLE: entry(502, "The worker did not answer."),
  UNAVAILABLE: entry(503, "Not available just now. Try again shortly."),
  TIMEOUT: entry(504, "It took too long."),
  FUNCTION_ERROR: entry(500, "The Function failed."),
  FUNCTION_TIMEOUT: entry(504, "The Function ran longer than its time limit."),
  FUNCTION_CPU_EXCEEDED: entry(504, "The Function used more CPU time than its limit."),
  FUNCTION_OUT_OF_MEMORY: entry(500, "The Function used more memory than its limit."),
  FUNCTION_OUTPUT_TOO_LARGE: entry(500, "The Function's output is too large."),
  FUNCTION_CANCELLED: entry(503, "The call was cancelled."),
  INPUT_INVALID: entry(400, "The input does not match the schema."),
  OUTPUT_INVALID: entry(500, "The Function's output does not match its schema."),
  ENDPOINT_DISABLED: entry(403, "This endpoint is disabled."),
  ENDPOINT_STOPPED: entry(503, "This endpoint is stopped for now. Try again later."),
  NOT_DEPLOYED: entry(404, "Nothing is deployed here."),
  TOKEN_INVALID: entry(401, "Sign in first, or send a valid access token."),
  INSUFFICIENT_SCOPE: entry(403, "The access token does not allow this."),
  API_KEY_INVALID: entry(401, "The API key is missing or wrong."),
  SIGNATURE_INVALID: entry(401, "The signature is missing or wrong."),
  OVERLOADED: entry(503, "Too busy just now. Try again shortly."),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errors;

/** The value of `error` in every error response: `{ "error": ErrorBody }`. */
export interface ErrorBody {
  code: ErrorCode | (string & {});
  message: string;
  requestId: string;
  details?: Record<string, unknown>;
}

/**
 * An error whose code, message and details the caller may see. Everything else goes into `cause`.
 */
export class PublicError extends Error {
  override name = "PublicError";
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  /** Sent as `Retry-After`, in seconds. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string = errors[code].message,
    extra: { details?: Record<string, unknown>; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.code = code;
    this.status = errors[code].status;
    this.details = extra.details;
    this.retryAfterSeconds = extra.retryAfterSeconds;
  }
}
