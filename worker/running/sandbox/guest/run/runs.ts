import { isFunctionError, platformError } from "../function-error.ts";
import { fieldsJson } from "../frame-json.ts";
import { limits } from "../limits.ts";
import { freeze, isInteger, jsonParse, now } from "../primordials.ts";
import { request } from "../requests.ts";
import { mustBeOpen, never, notDurable, placeOf, storedAs, type RunAttempt } from "./attempt.ts";
import { durationOf } from "./durations.ts";
import { isLine } from "./names.ts";
import { waitForRun } from "./waits.ts";

export interface StartOptions {
  key?: unknown;
  delay?: unknown;
  priority?: unknown;
  detached?: unknown;
}

const invalid = (message: string) => platformError("VALIDATION_ERROR", message);

const answerOf = async (name: string, fields: Record<string, unknown>) =>
  (await request(name, fieldsJson(fields)).answer).value;

function runId(id: unknown): string {
  if (!isLine(id, 64)) throw invalid("The id of a run must be text of 1 to 64 characters.");
  return id;
}

function fieldsOf(slug: unknown, input: unknown, options: StartOptions, now: () => number): Record<string, unknown> {
  const { key, delay, priority, detached } = options;
  if (!isLine(slug, 100)) throw invalid("The first argument of ctx.runs.start must be the slug of a Function.");
  if (key !== undefined && !isLine(key, 200))
    throw invalid("key of ctx.runs.start must be one line of 1 to 200 characters.");
  if (priority !== undefined && !(isInteger(priority) && (priority as number) >= -100 && (priority as number) <= 100))
    throw invalid("priority of ctx.runs.start must be a whole number from -100 to 100.");
  const delayMs = delay === undefined ? undefined : durationOf(delay, "delay of ctx.runs.start", now).forMs;
  if (delayMs !== undefined && delayMs > limits.runMs)
    throw invalid("delay of ctx.runs.start must be at most 30 days.");
  return {
    function: slug,
    input: input === undefined ? {} : input,
    key,
    delayMs,
    priority,
    detached: detached === true ? true : undefined,
  };
}

/** `ctx.runs.start`. In a durable run it is a step, which a repeated attempt does not repeat. */
async function start(
  attempt: RunAttempt | undefined,
  slug: unknown,
  input: unknown,
  options: StartOptions = {},
): Promise<unknown> {
  const fields = fieldsOf(slug, input, options, attempt?.events.now ?? now);
  if (attempt === undefined) return await answerOf("runs.start", fields);
  mustBeOpen(attempt, "runs.start");
  const { key, position } = placeOf(attempt, `start:${slug as string}`);
  const stored = storedAs(attempt, key, "start");
  if (stored?.state === "done" && stored.value !== null) return jsonParse(stored.value);
  // No `toJSON` of a Function reaches this object.
  const step = { __proto__: null, key, position };
  try {
    return await answerOf("runs.start", { ...fields, step });
  } catch (error) {
    if (!isFunctionError(error) || error.code !== "ATTEMPT_ENDED") throw error;
    const message = `The start of a run of ${slug as string} could not be stored.`;
    attempt.events.failed(platformError("STEP_NOT_KEPT", message, { cause: error }));
    return await never();
  }
}

const get = async (id: unknown): Promise<unknown> =>
  ((await answerOf("runs.get", { runId: runId(id) })) as { run: unknown }).run;

const cancel = async (id: unknown): Promise<unknown> =>
  ((await answerOf("runs.cancel", { runId: runId(id) })) as { cancelled: boolean }).cancelled;

async function send(name: unknown, data: unknown, options: { runId?: unknown } = {}): Promise<unknown> {
  if (!isLine(name, 200)) throw invalid("The event of ctx.runs.send must be one line of 1 to 200 characters.");
  const to = options.runId === undefined ? undefined : runId(options.runId);
  return await answerOf("runs.send", { name, data: data === undefined ? null : data, runId: to });
}

/** `ctx.runs` of calls that are no durable runs. Frozen and shared by all of them. */
export const plainRuns = freeze({
  start: (slug: unknown, input: unknown, options?: StartOptions) => start(undefined, slug, input, options),
  get,
  cancel,
  send,
  wait: async (): Promise<never> => {
    throw notDurable("runs.wait");
  },
});

/** `ctx.runs` of an attempt of a durable run. */
export const runsOf = (attempt: RunAttempt) =>
  freeze({
    ...plainRuns,
    start: (slug: unknown, input: unknown, options?: StartOptions) => start(attempt, slug, input, options),
    wait: (name: unknown, id: unknown, options?: { timeout?: unknown }) => waitForRun(attempt, name, id, options),
  });
