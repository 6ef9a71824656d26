import { ErrorCtor, isInteger, StringOf } from "./primordials.ts";

export interface FunctionErrorOptions {
  status?: number;
  details?: unknown;
  cause?: unknown;
  /** False: a step of a run that throws it is not tried again. */
  retry?: boolean;
}

/**
 * An error whose code, message and details reach the caller. `status` (400 to 599) applies when the caller uses HTTP.
 */
export class FunctionError extends ErrorCtor {
  readonly #genuine = true;
  #isOfPlatform = false;
  readonly #isNotRetried: boolean;
  readonly code: string;
  readonly status: number | undefined;
  readonly details: unknown;

  constructor(code: string, message?: string, options: FunctionErrorOptions = {}) {
    super(message ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "FunctionError";
    this.code = StringOf(code);
    const { status } = options;
    this.status = isInteger(status) && status! >= 400 && status! <= 599 ? status : undefined;
    this.details = options.details;
    this.#isNotRetried = options.retry === false;
  }

  static markAsOfPlatform(error: FunctionError): FunctionError {
    error.#isOfPlatform = true;
    return error;
  }

  static isOfPlatform(error: FunctionError): boolean {
    return error.#isOfPlatform;
  }

  static isNotRetried(error: unknown): boolean {
    return typeof error === "object" && error !== null && #isNotRetried in error && error.#isNotRetried;
  }

  static isGenuine(value: unknown): value is FunctionError {
    return typeof value === "object" && value !== null && #genuine in value;
  }
}

Object.defineProperty(FunctionError, "name", { value: "FunctionError", configurable: true });
const { isGenuine, isNotRetried, isOfPlatform, markAsOfPlatform } = FunctionError;
// Only the platform needs this; a Function can use `instanceof`.
for (const name of ["isGenuine", "isNotRetried", "isOfPlatform", "markAsOfPlatform"])
  delete (FunctionError as unknown as Record<string, unknown>)[name];
export { isGenuine as isFunctionError, isNotRetried, isOfPlatform };

/** An error from the platform. The Function may catch and read it, but its message is not for callers. */
export const platformError = (code: string, message: string, options?: FunctionErrorOptions): FunctionError =>
  markAsOfPlatform(new FunctionError(code, message, options));
