import { ApiError } from "@ferrule/contract/api-error.ts";

/** Whether a program's request has expired or is invalid, so that nobody can allow it any more. */
export const isGone = (error: Error): boolean =>
  error instanceof ApiError && ["NOT_FOUND", "INVALID_STATE", "VALIDATION_ERROR"].includes(error.code);
