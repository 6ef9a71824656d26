import { PublicError, type ErrorCode } from "@ferrule/contract/errors.ts";
import { sqlState } from "../store/constraint.ts";

/** Errors that the framework raises by itself. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "PAYLOAD_TOO_LARGE",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
  FST_ERR_CTP_INVALID_JSON_BODY: "MALFORMED_JSON",
  FST_ERR_CTP_EMPTY_JSON_BODY: "MALFORMED_JSON",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "VALIDATION_ERROR",
  FST_ERR_BAD_URL: "NOT_FOUND",
  FST_ERR_MAX_PARAM_LENGTH: "NOT_FOUND",
};

/** The database is unreachable, restarting, still a standby, out of connections, or too slow: a retry makes sense. */
const unavailable =
  /^(08...|53...|57P0.|57014|25006|25P03|40001|40P01|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;
const lostConnection = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;

function fromDatabase(error: unknown): ErrorCode | null {
  const state = sqlState(error);
  if (state !== null && unavailable.test(state)) return "UNAVAILABLE";
  if (error instanceof Error && lostConnection.test(error.message)) return "UNAVAILABLE";
  // Text that PostgreSQL cannot store: NUL, or broken UTF-16.
  return state === "22021" || state === "22P05" ? "VALIDATION_ERROR" : null;
}

/**
 * The one place that turns every error into one that its caller may see. Our errors stay as they are; errors of the
 * framework and the database map by code. Any other error becomes INTERNAL, and its cause goes only to the log.
 */
export function toPublicError(error: unknown): PublicError {
  if (error instanceof PublicError) return error;
  const code = sqlState(error);
  const known = (code === null ? undefined : frameworkCodes[code]) ?? fromDatabase(error) ?? "INTERNAL";
  return new PublicError(known, undefined, {
    cause: error,
    ...(known === "UNAVAILABLE" ? { retryAfterSeconds: 2 } : {}),
  });
}
