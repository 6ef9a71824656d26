import { describeError } from "../describe-error.ts";
import { FunctionError, isFunctionError, platformError } from "../function-error.ts";
import { ownJson } from "../frame-json.ts";
import { limits } from "../limits.ts";
import { defineProperty, jsonParse, jsonStringify } from "../primordials.ts";

/** Why a step failed; see `stepFailure` of the contract. */
export interface StepFailure {
  code: string;
  message: string;
  details?: unknown;
  status?: number;
  ofPlatform?: true;
}

/** Describes anything that a step's callback throws. */
export function failureOf(error: unknown): StepFailure {
  const told = jsonParse(describeError(error)) as {
    safe: boolean;
    ofPlatform?: boolean;
    code: string;
    message: string;
    details?: unknown;
    status: number | null;
  };
  const failure: StepFailure = { code: told.code, message: told.message };
  const isSmall = told.details !== undefined && (jsonStringify(told.details)?.length ?? 0) <= limits.runDetailChars;
  if (told.safe && isSmall) failure.details = told.details;
  if (told.status !== null) failure.status = told.status;
  if (!told.safe || told.ofPlatform === true) failure.ofPlatform = true;
  return failure;
}

/** The failure as JSON text. It comes from JSON, so no code of the Function runs. */
export const failureJson = (failure: StepFailure): string => ownJson(failure);

/** The error of a step that has failed, as each attempt throws it. */
export function errorOfFailure({ code, message, details, status, ofPlatform }: StepFailure): FunctionError {
  const options = { ...(status === undefined ? {} : { status }), details };
  return ofPlatform === true ? platformError(code, message, options) : new FunctionError(code, message, options);
}

/** The same error for the attempt in which it was thrown, with the stack of what was thrown. */
export function errorNow(failure: StepFailure, thrown: unknown): FunctionError {
  if (isFunctionError(thrown)) return thrown;
  const error = errorOfFailure(failure);
  try {
    const { stack } = thrown as Error;
    if (typeof stack === "string") defineProperty(error, "stack", { value: stack, writable: true, configurable: true });
  } catch {
    // It keeps its own stack.
  }
  return error;
}
