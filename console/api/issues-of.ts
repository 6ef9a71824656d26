import { ApiError } from "@ferrule/contract/api-error.ts";

interface Issue {
  /** `body.limits.requestsPerMinute`. */
  path: string;
  message: string;
}

/** The server's problems with single fields: `details.issues` of a `VALIDATION_ERROR`; none of any other error. */
export const issuesOf = (error: unknown): readonly Issue[] =>
  error instanceof ApiError && error.code === "VALIDATION_ERROR" ? ((error.details?.["issues"] ?? []) as Issue[]) : [];
