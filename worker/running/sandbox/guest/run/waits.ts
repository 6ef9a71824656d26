import { platformError } from "../function-error.ts";
import { ownJson, withJson } from "../frame-json.ts";
import { limits } from "../limits.ts";
import { request } from "../requests.ts";
import { isArray, isInteger, jsonParse, jsonStringify } from "../primordials.ts";
import { declare, park, storedAs, type RunAttempt, type StoredStep } from "./attempt.ts";
import { durationOf } from "./durations.ts";
import { errorOfFailure, failureOf, type StepFailure } from "./failures.ts";
import { keep } from "./keep.ts";
import { isLine, isReadable } from "./names.ts";

const invalid = (message: string) => platformError("VALIDATION_ERROR", message);

/** The result of a wait that has ended; undefined while it has not. @throws FunctionError */
function endOf(stored: StoredStep | undefined): { value: unknown } | undefined {
  if (stored === undefined || stored.value === null) return stored?.state === "done" ? { value: null } : undefined;
  if (stored.state === "done") return { value: jsonParse(stored.value) as unknown };
  if (stored.state === "failed") throw errorOfFailure(jsonParse(stored.value) as StepFailure);
  return undefined;
}

/** The JSON of a value of the Function, of bounded length. @throws FunctionError */
function boundedJson(value: unknown, what: string): string {
  let text: string | undefined;
  let why = "";
  try {
    text = jsonStringify(value);
  } catch (error) {
    why = ` ${failureOf(error).message}`;
  }
  if (text === undefined) throw invalid(`${what} must be a JSON value.${why}`);
  if (text.length > limits.runDetailChars)
    throw invalid(`${what} may have ${limits.runDetailChars} characters as JSON.`);
  return text;
}

/** `ctx.sleep`. It returns at once if the time is over. @throws FunctionError for a time after the run's deadline */
export async function sleep(attempt: RunAttempt, name: unknown, duration: unknown): Promise<void> {
  const place = declare(attempt, "sleep", name);
  const { forMs, at } = durationOf(duration, "The duration of ctx.sleep", attempt.events.now);
  const stored = storedAs(attempt, place.key, "sleep", "step");
  if (endOf(stored) !== undefined) return;
  if (stored === undefined && forMs === 0) {
    const { key, position } = place;
    return await keep(attempt, { key, position, attempts: 1, state: "done", value: "null", durationMs: 0 });
  }
  if (stored === undefined && attempt.events.now() + forMs > attempt.facts!.deadline)
    throw invalid(`The sleep "${place.key}" would end after the deadline of the run.`);
  const wait = at === undefined ? { kind: "sleep", ...place, forMs } : { kind: "until", ...place, at };
  await park(attempt, place.key, ownJson(wait));
}

/** `ctx.waitFor`: the event, or null after the timeout. @throws FunctionError */
export async function waitFor(
  attempt: RunAttempt,
  name: unknown,
  filter: { event?: unknown; match?: unknown } | undefined,
  options: { timeout?: unknown } | undefined,
): Promise<unknown> {
  const place = declare(attempt, "waitFor", name);
  const { event, match } = filter ?? {};
  if (!isLine(event, 200)) throw invalid("The event of ctx.waitFor must be one line of 1 to 200 characters.");
  const { forMs: timeoutMs } = durationOf(options?.timeout, "The timeout of ctx.waitFor", attempt.events.now);
  const matchJson = match === undefined ? undefined : boundedJson(match, "The match of ctx.waitFor");
  const end = endOf(storedAs(attempt, place.key, "event"));
  if (end !== undefined) return end.value;
  const wait = { kind: "event", ...place, event, timeoutMs };
  return await park(attempt, place.key, withJson(ownJson(wait), "match", matchJson));
}

/** `ctx.runs.wait`: the other run when it has ended, or null after the timeout. @throws FunctionError */
export async function waitForRun(
  attempt: RunAttempt,
  name: unknown,
  runId: unknown,
  options: { timeout?: unknown } | undefined,
): Promise<unknown> {
  const place = declare(attempt, "runs.wait", name);
  if (!isLine(runId, 64)) throw invalid("The second argument of ctx.runs.wait must be the id of a run.");
  const given = options?.timeout;
  const timeoutMs =
    given === undefined ? null : durationOf(given, "The timeout of ctx.runs.wait", attempt.events.now).forMs;
  const end = endOf(storedAs(attempt, place.key, "child"));
  if (end !== undefined) return end.value;
  return await park(attempt, place.key, ownJson({ kind: "child", ...place, runId, timeoutMs }));
}

export interface ApprovalOptions {
  title?: unknown;
  summary?: unknown;
  details?: unknown;
  by?: { roles?: unknown; people?: unknown; groups?: unknown; caller?: unknown };
  people?: unknown;
  notAsker?: unknown;
  expires?: unknown;
}

const roles = { __proto__: null, owner: true, admin: true, developer: true, operator: true } as never as Record<
  string,
  true
>;

/** A list of lines as JSON. @throws FunctionError */
function linesJson(given: unknown, name: string, most: number, least: number, longest: number): string {
  if (given === undefined) return "[]";
  if (!isArray(given) || given.length > most)
    throw invalid(`${name} of ctx.approve must be a list of at most ${most}.`);
  let text = "";
  for (let at = 0; at < given.length; at++) {
    const line = given[at] as unknown;
    if (!isLine(line, longest) || line.length < least) throw invalid(`${name} of ctx.approve has a wrong item.`);
    if (name === "by.roles" && roles[line] !== true)
      throw invalid("by.roles of ctx.approve may name owner, admin, developer and operator.");
    text += `${at > 0 ? "," : ""}${jsonStringify(line)}`;
  }
  return `[${text}]`;
}

/** The JSON of those who may approve. Without any, owners and administrators may. @throws FunctionError */
function approversJson(by: ApprovalOptions["by"]): string {
  const names = linesJson(by?.roles, "by.roles", 4, 1, 20);
  const people = linesJson(by?.people, "by.people", 50, 3, 254);
  const groups = linesJson(by?.groups, "by.groups", 50, 1, 300);
  const isCaller = by?.caller === true;
  const isNobody = names === "[]" && people === "[]" && groups === "[]" && !isCaller;
  return `{"roles":${isNobody ? '["owner","admin"]' : names},"people":${people},"groups":${groups},"caller":${isCaller}}`;
}

/** The question as JSON; the worker adds its digest, and masks the details. @throws FunctionError */
function approvalJson(options: ApprovalOptions, now: () => number): string {
  const { title, summary = "", details = null, people = 1, notAsker = true, expires = "1d" } = options;
  if (!isLine(title, 200)) throw invalid("The title of ctx.approve must be one line of 1 to 200 characters.");
  if (!isReadable(summary, 4_000))
    throw invalid("The summary of ctx.approve must be text of at most 4,000 characters, without control characters.");
  if (!isInteger(people) || (people as number) < 1 || (people as number) > 5)
    throw invalid("people of ctx.approve must be a whole number from 1 to 5.");
  const { forMs } = durationOf(expires, "expires of ctx.approve", now);
  if (forMs < 60_000 || forMs > limits.runMs) throw invalid("expires of ctx.approve must be 1 minute to 30 days.");
  const terms = {
    title,
    summary,
    people,
    notAsker: notAsker !== false,
    expiresSeconds: (forMs - (forMs % 1_000)) / 1_000,
  };
  const detailsJson = boundedJson(details, "The details of ctx.approve");
  return withJson(withJson(ownJson(terms), "by", approversJson(options.by)), "details", jsonStringify(detailsJson));
}

/** What people decided, if it was about this question. @throws FunctionError */
async function decided(key: string, question: string, value: unknown): Promise<unknown> {
  const { asked, ...outcome } = value as { asked?: string };
  if (asked === undefined) return outcome;
  const now = (await request("runs.asked", question).answer).value as { asked: string };
  if (now.asked === asked) return outcome;
  const message = `In the history of this run, people have answered another question under the name "${key}". Give the new one another name.`;
  throw platformError("STEP_CHANGED", message);
}

/** `ctx.approve`: what people decided. @throws FunctionError */
export async function approve(attempt: RunAttempt, name: unknown, options: ApprovalOptions = {}): Promise<unknown> {
  const place = declare(attempt, "approve", name);
  const approval = approvalJson(options, attempt.events.now);
  const end = endOf(storedAs(attempt, place.key, "approval"));
  if (end !== undefined) return await decided(place.key, approval, end.value);
  return await park(attempt, place.key, withJson(ownJson({ kind: "approval", ...place }), "approval", approval));
}
