// Why: docs/decisions/steps-not-replay.md
import { isNotRetried, platformError } from "../function-error.ts";
import { ownJson } from "../frame-json.ts";
import { limits } from "../limits.ts";
import {
  isArray,
  isInteger,
  jsonParse,
  jsonStringify,
  max,
  min,
  PromiseCtor,
  promiseResolve,
  promiseThen,
  random,
} from "../primordials.ts";
import { clearTimeout, setTimeout } from "../timers.ts";
import { DOMException } from "../web/dom-exception.ts";
import { AbortController, AbortSignal } from "../web/events/abort.ts";
import { declare, historyFull, mostChars, park, storedAs, type Place, type RunAttempt } from "./attempt.ts";
import { errorNow, errorOfFailure, failureJson, failureOf, type StepFailure } from "./failures.ts";
import { keep } from "./keep.ts";

export interface StepOptions {
  retries?: number;
  backoffMs?: number;
  maxBackoffMs?: number;
  factor?: number;
  jitter?: boolean;
  timeoutMs?: number;
  noRetry?: readonly string[];
}

type Terms = Required<Omit<StepOptions, "timeoutMs">> & { timeoutMs: number | undefined };
type Callback = (step: { attempt: number; signal: AbortSignal }) => unknown;

const invalid = (message: string) => platformError("VALIDATION_ERROR", message);

function numberOf(value: unknown, name: string, least: number, most: number): number {
  if (typeof value !== "number" || !(value >= least && value <= most))
    throw invalid(`${name} of a step must be a number from ${least} to ${most}.`);
  return value;
}

/** The options of a step with their defaults. @throws FunctionError */
function termsOf(options: StepOptions): Terms {
  const { retries = 3, backoffMs = 1_000, maxBackoffMs = 3_600_000, factor = 2, jitter = true } = options;
  const { timeoutMs, noRetry = [] } = options;
  if (!isInteger(retries)) throw invalid("retries of a step must be a whole number.");
  if (!isArray(noRetry)) throw invalid("noRetry of a step must be a list of error codes.");
  return {
    retries: numberOf(retries, "retries", 0, 100),
    backoffMs: numberOf(backoffMs, "backoffMs", 0, limits.runMs),
    maxBackoffMs: numberOf(maxBackoffMs, "maxBackoffMs", 0, limits.runMs),
    factor: numberOf(factor, "factor", 1, 100),
    jitter: jitter !== false,
    timeoutMs: timeoutMs === undefined ? undefined : numberOf(timeoutMs, "timeoutMs", 1, limits.runMs),
    noRetry,
  };
}

/** How long to wait before the next try, after this many. */
function backoffMs({ backoffMs: first, maxBackoffMs, factor, jitter }: Terms, attempts: number): number {
  const full = min(maxBackoffMs, first * factor ** (attempts - 1));
  return jitter ? full * (0.5 + random() / 2) : full;
}

function isFinal({ retries, noRetry }: Terms, attempts: number, error: unknown, { code }: StepFailure): boolean {
  if (attempts > retries || isNotRetried(error) || code === "STEP_IN_STEP") return true;
  for (let at = 0; at < noRetry.length; at++) if (noRetry[at] === code) return true;
  return false;
}

/** Runs the callback, and marks its synchronous part. */
function enter(attempt: RunAttempt, callback: Callback, step: Parameters<Callback>[0]): unknown {
  attempt.isInStep = true;
  try {
    return callback(step);
  } finally {
    attempt.isInStep = false;
  }
}

/** Runs the callback, at most for its time. */
function runCallback(
  attempt: RunAttempt,
  callback: Callback,
  attempts: number,
  timeoutMs: number | undefined,
  signalOf: () => AbortSignal,
): Promise<unknown> {
  const controller = timeoutMs === undefined ? undefined : new AbortController();
  let signal: AbortSignal | undefined;
  const step = {
    attempt: attempts,
    get signal(): AbortSignal {
      return (signal ??= controller === undefined ? signalOf() : AbortSignal.any([signalOf(), controller.signal]));
    },
  };
  return new PromiseCtor((resolve, reject) => {
    const value = promiseResolve(enter(attempt, callback, step));
    if (controller === undefined) return void promiseThen(value, resolve, reject);
    const timer = setTimeout(() => {
      const message = `The step ran longer than ${timeoutMs} ms.`;
      reject(platformError("STEP_TIMEOUT", message));
      controller.abort(new DOMException(message, "TimeoutError"));
    }, timeoutMs);
    void promiseThen(
      value,
      (done) => {
        clearTimeout(timer);
        resolve(done);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** The JSON text of a result. Undefined becomes null. @throws FunctionError, which is not retried */
function resultText(key: string, value: unknown): string {
  let text: string | undefined;
  let why = "";
  try {
    text = value === undefined ? "null" : jsonStringify(value);
  } catch (error) {
    why = ` ${failureOf(error).message}`;
  }
  const final = { retry: false } as const;
  if (text === undefined) {
    const message = `The result of the step "${key}" cannot be stored as JSON.${why}`;
    throw platformError("VALIDATION_ERROR", message, final);
  }
  if (text.length <= limits.runResultChars) return text;
  const message = `The result of the step "${key}" has ${text.length} characters as JSON. The limit is ${limits.runResultChars}.`;
  throw platformError("LIMIT_EXCEEDED", message, final);
}

/** Stores a failure that is not retried, or waits for the next try. */
async function afterFailure(
  attempt: RunAttempt,
  { key, position }: Place,
  terms: Terms,
  { attempts, error, durationMs }: { attempts: number; error: unknown; durationMs: number },
): Promise<never> {
  const failure = failureOf(error);
  // A call cannot wait for another try.
  if (attempt.kept === undefined && !isFinal(terms, attempts, error, failure))
    return await parkRetry(attempt, { key, position }, terms, attempts, failure);
  await keep(attempt, { key, position, attempts, state: "failed", value: failureJson(failure), durationMs });
  throw errorNow(failure, error);
}

function parkRetry(
  attempt: RunAttempt,
  { key, position }: Place,
  terms: Terms,
  attempts: number,
  error: StepFailure,
): Promise<never> {
  const wait = { kind: "retry", key, position, attempts, afterMs: backoffMs(terms, attempts), error };
  return park(attempt, key, ownJson(wait));
}

const unknownFailure: StepFailure = { code: "FUNCTION_ERROR", message: "The step failed." };

/**
 * `ctx.step`: returns the stored result, or runs the callback and stores its result.
 * @throws FunctionError the stored failure, or what the last try threw
 */
export async function step(
  attempt: RunAttempt,
  signalOf: () => AbortSignal,
  name: unknown,
  callback: unknown,
  options: StepOptions = {},
): Promise<unknown> {
  const place = declare(attempt, "step", name);
  if (typeof callback !== "function") throw invalid("The second argument of ctx.step must be a function.");
  const terms = termsOf(options);
  const stored = storedAs(attempt, place.key, "step");
  const value = stored?.value ?? null;
  if (stored?.state === "done") return jsonParse(value ?? "null");
  if (stored?.state === "failed") throw errorOfFailure(value === null ? unknownFailure : jsonParse(value));
  if (stored?.state === "waiting") {
    const last = value === null ? unknownFailure : (jsonParse(value) as StepFailure);
    return await parkRetry(attempt, place, terms, stored.attempts, last);
  }
  const attempts = (stored?.attempts ?? 0) + 1;
  const beganAt = attempt.events.now();
  let text: string;
  attempt.running += 1;
  try {
    const result = await runCallback(attempt, callback as Callback, attempts, terms.timeoutMs, signalOf);
    text = resultText(place.key, result);
  } catch (error) {
    attempt.running -= 1;
    if (attempt.isOver) throw error;
    return await afterFailure(attempt, place, terms, {
      attempts,
      error,
      durationMs: max(0, attempt.events.now() - beganAt),
    });
  }
  attempt.running -= 1;
  const most = mostChars(attempt);
  if (attempt.chars + text.length > most) throw historyFull(attempt, `its results may have ${most} characters as JSON`);
  const { key, position } = place;
  await keep(attempt, {
    key,
    position,
    attempts,
    state: "done",
    value: text,
    durationMs: max(0, attempt.events.now() - beganAt),
  });
  return jsonParse(text);
}
