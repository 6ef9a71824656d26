import { hash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import {
  guestKept,
  guestQuestion,
  guestStart,
  type GuestKept,
  type GuestStart,
} from "@ferrule/contract/internal/run-calls.ts";
import { runKeys } from "@ferrule/contract/internal/run-keys.ts";
import {
  runLimits,
  runNamed,
  sentEvent,
  stepFailure,
  type KeptStep,
  type NewRun,
} from "@ferrule/contract/internal/runs.ts";
import { givenLine } from "@ferrule/contract/resources/fields.ts";
import type { RunPolicy } from "@ferrule/contract/resources/run.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { currentSpan } from "@ferrule/kit/tracing/current-span.ts";
import { smallText, threadTurns } from "@ferrule/kit/turns/thread-turns.ts";
import { z } from "zod";
import type { AskControlPlane } from "../../../ground/control-plane-client/ask-control-plane.ts";
import type { Invocation } from "../call/invocation.ts";
import { digestOfQuestion } from "../call/outcome/read-waits.ts";
import type { HostCall, HostCallContext } from "./host-call.ts";

type Place = Pick<Invocation, "projectId" | "environment">;

/** A deployed durable Function, as far as its runs are started with it. */
export interface StartableFunction {
  id: string;
  deploymentId: string;
  policy: RunPolicy;
  /** Checks an input. Returns the input for the Function, or what is wrong with it. */
  accept: (input: unknown) => { input: unknown } | { problem: string };
  /** The input without what its schema marks as sensitive. */
  hideInput: (input: unknown) => unknown;
}

export interface RunCallsOptions {
  ask: AskControlPlane;
  /** A value as people see it: masked JSON text. */
  shown: (place: { projectId: string; environment: Environment }, value: unknown) => string;
  /** The Function that an environment serves under this slug. `call`: it is not durable. Null: there is none. */
  findStartable: (place: Place, slug: string) => StartableFunction | "call" | null;
}

const invalid = (message: string) => new HostCallError("VALIDATION_ERROR", message);

function parsed<T>(schema: z.ZodType<T>, argument: unknown): T {
  const given = schema.safeParse(argument);
  if (given.success) return given.data;
  const [issue] = given.error.issues;
  const where = issue === undefined ? "" : ` ${issue.path.join(".")}: ${issue.message}.`.slice(0, 500);
  throw invalid(`The platform cannot read this request of ctx.runs, ctx.step or ctx.sleep.${where}`);
}

const line = givenLine(runLimits.keyChars, 1);

/** A guest that bypasses its own checks must not bring characters into lists that people read. */
function requireLines(...texts: (string | undefined)[]): void {
  if (texts.every((text) => text === undefined || line.safeParse(text).success)) return;
  throw invalid("A name must be one line without control or direction characters.");
}

/** Large values take turns, as other large data does. */
const inTurn = <T>({ projectId, tenantId }: Invocation, chars: number, work: () => T): T | Promise<T> =>
  chars <= smallText ? work() : threadTurns.run({ projectId, tenantId }, work);

const [shortestPauseMs, longestPauseMs] = [100, 2_000];

/**
 * Repeats a request that changes nothing when it comes twice, until the control plane responds. It rejects when the call
 * has ended, or the control plane refuses.
 */
async function untilAnswered(ask: () => Promise<unknown>, { signal }: HostCallContext): Promise<unknown> {
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !(error instanceof HostCallError) || error.code !== "UNAVAILABLE") throw error;
    }
    await delay(pauseMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
  }
}

/** The run whose attempt makes the call. @throws HostCallError outside durable runs */
function durableRun({ invocation: { run } }: HostCallContext): NonNullable<Invocation["run"]> {
  if (run?.durable === true) return run;
  throw invalid("Only a durable run has steps.");
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new HostCallError("VALIDATION_ERROR", "The result of a step must be JSON.", { cause });
  }
}

const longestShownMessage = 2_000;

/** What people see of a step: the masked result, or the code and the masked message of its failure. */
function shownOf({ state, value }: GuestKept, place: Place, shown: RunCallsOptions["shown"]): string {
  if (state === "done") return shown(place, valueOf(value));
  const { code, message } = parsed(stepFailure, valueOf(value));
  return shown(place, { code, message: message.slice(0, longestShownMessage).toWellFormed() });
}

const keep =
  ({ ask, shown }: RunCallsOptions): HostCall =>
  async (argument, _bytes, context) => {
    const { invocation } = context;
    const { id: runId, attempt } = durableRun(context);
    const given = parsed(guestKept, argument);
    requireLines(given.key);
    const cover = () => shownOf(given, invocation, shown);
    const kept: KeptStep = { ...given, runId, attempt, shown: await inTurn(invocation, given.value.length, cover) };
    context.touch();
    try {
      await untilAnswered(() => ask("runs.keep", kept, context), context);
    } catch (error) {
      const isFull = error instanceof HostCallError && error.code === "LIMIT_EXCEEDED";
      throw isFull ? new HostCallError("RUN_HISTORY_FULL", error.message, { cause: error }) : error;
    }
    return {};
  };

const asked: HostCall = async (argument, _bytes, context) => {
  durableRun(context);
  const question = parsed(guestQuestion, argument);
  try {
    return { value: { asked: digestOfQuestion(question) } };
  } catch (cause) {
    throw new HostCallError("VALIDATION_ERROR", "The details of a question must be JSON.", { cause });
  }
};

const sha256 = (text: string) => hash("sha256", text, "hex");

function requireRuns({ invocation: { grant, previewId } }: HostCallContext, slug: string): void {
  if (grant.runs?.includes(slug) !== true) {
    const message = `This call was not granted to start runs of ${slug.slice(0, 63)}: the Function must declare it and the policy allow it.`;
    throw new HostCallError("NOT_GRANTED", message);
  }
  if (previewId !== undefined) throw new HostCallError("UNAVAILABLE", "A preview starts no runs.");
}

/** The input of a new run, as JSON text. @throws HostCallError */
function inputOf(called: StartableFunction, given: unknown): { input: unknown; json: string } {
  const accepted = called.accept(given ?? null);
  if ("problem" in accepted) throw invalid(`The input of the run is not valid: ${accepted.problem}`.slice(0, 2_000));
  const json = JSON.stringify(accepted.input);
  if (json.length <= runLimits.inputChars) return { input: accepted.input, json };
  const message = `The input of a run may have ${runLimits.inputChars} characters as JSON.`;
  throw new HostCallError("LIMIT_EXCEEDED", message);
}

/** The child. A step that is repeated finds the one that it has started: the control plane stores both at once. */
function newRunOf(
  given: GuestStart,
  called: StartableFunction,
  { invocation }: HostCallContext,
  shown: RunCallsOptions["shown"],
): NewRun {
  const { environment, tenantId, caller, requestId, endpointId = null } = invocation;
  const { input, json } = inputOf(called, given.input);
  const { policy } = called;
  const keys = runKeys(policy, tenantId, input, sha256);
  const trace = (currentSpan() ?? invocation.span)?.carrier ?? null;
  return {
    id: identifier("run"),
    environment,
    functionId: called.id,
    mode: "durable",
    source: "function",
    endpointId,
    bindingId: null,
    deploymentId: called.deploymentId,
    tenantId,
    caller,
    requestId,
    key: given.key ?? keys.key,
    concurrencyKey: keys.concurrencyKey,
    delayMs: Math.round(given.delayMs ?? 0),
    priority: given.priority ?? 0,
    deadlineSeconds: policy.deadlineSeconds,
    onRelease: policy.onRelease,
    concurrency: policy.concurrency?.limit ?? null,
    rate: policy.rate,
    input: json,
    shownInput: shown(invocation, called.hideInput(input)),
    approval: null,
    trace:
      trace === null
        ? null
        : { traceparent: trace.traceparent, ...(trace.tracestate && { tracestate: trace.tracestate }) },
  };
}

const started = z.object({ id: z.string() });

const start =
  ({ ask, shown, findStartable }: RunCallsOptions): HostCall =>
  async (argument, _bytes, context) => {
    const { invocation } = context;
    const given = parsed(guestStart, argument);
    const { function: slug, key, step, detached = false } = given;
    requireLines(key, step?.key);
    requireRuns(context, slug);
    const called = findStartable(invocation, slug);
    if (called === null)
      throw new HostCallError("NOT_FOUND", `The Function ${slug.slice(0, 63)} is not deployed here.`);
    if (called === "call") {
      const message = `The Function ${slug.slice(0, 63)} is not durable. Declare \`run: "durable"\` in its config.`;
      throw invalid(message);
    }
    const isDurable = invocation.run?.durable === true;
    if (isDurable !== (step !== undefined)) throw invalid("In a durable run, a start is a step.");
    const chars = JSON.stringify(given.input ?? null).length;
    const run = await inTurn(invocation, chars, () => newRunOf(given, called, context, shown));
    const parent =
      step === undefined ? null : { runId: invocation.run!.id, attempt: invocation.run!.attempt, ...step, detached };
    context.touch();
    const answer = await untilAnswered(() => ask("runs.start", { run, parent }, context), context);
    return { value: { id: started.parse(answer).id } };
  };

const get =
  ({ ask }: RunCallsOptions): HostCall =>
  async (argument, _bytes, context) => ({ value: await ask("runs.get", parsed(runNamed, argument), context) });

const cancel =
  ({ ask }: RunCallsOptions): HostCall =>
  async (argument, _bytes, context) => {
    const named = parsed(runNamed, argument);
    context.touch();
    return { value: await ask("runs.cancel", named, context) };
  };

const send =
  ({ ask, shown }: RunCallsOptions): HostCall =>
  async (argument, _bytes, context) => {
    const { name, data, runId } = parsed(sentEvent.omit({ shown: true }), argument);
    requireLines(name, runId);
    const given = data ?? null;
    if (JSON.stringify(given).length > runLimits.resultChars)
      throw new HostCallError(
        "LIMIT_EXCEEDED",
        `The data of an event may have ${runLimits.resultChars} characters as JSON.`,
      );
    const event = {
      name,
      data: given,
      ...(runId === undefined ? {} : { runId }),
      shown: shown(context.invocation, given),
    };
    context.touch();
    return { value: await ask("runs.send", event, context) };
  };

/**
 * `ctx.step` and `ctx.runs`: results of steps, and runs of other Functions, for the call's own Project, environment and
 * tenant. The guest sends what it knows, and this adds the run, the ids and the masked forms.
 */
export const createRunCalls = (options: RunCallsOptions): Record<string, HostCall> => ({
  "runs.keep": keep(options),
  "runs.asked": asked,
  "runs.start": start(options),
  "runs.get": get(options),
  "runs.cancel": cancel(options),
  "runs.send": send(options),
});
