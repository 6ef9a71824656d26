import { createContext } from "./context.ts";
import { describeError } from "./describe-error.ts";
import type { Facts } from "./facts.ts";
import { host } from "./host.ts";
import { replyOf } from "./http.ts";
import { limits } from "./limits.ts";
import { resetLog, silenceLog } from "./log.ts";
import { contentOf, contentsOf, withoutBytes } from "./mcp.ts";
import {
  atomicExchange,
  atomicLoad,
  Int32ArrayCtor,
  jsonParse,
  jsonStringify,
  now,
  promiseResolve,
  promiseThen,
  viewByteLength,
} from "./primordials.ts";
import { dropRequests, openRequests, resetRequests } from "./requests.ts";
import { isStreaming, resetStream, stopStream } from "./send-stream.ts";
import { refuseIterator } from "./refuse-iterator.ts";
import { askedOf, beginAsking, beginAttempt, waitsOf, type AttemptEvents, type RunAttempt } from "./run/attempt.ts";
import { resetKeeps } from "./run/keep.ts";
import { isQuiet } from "./run/quiet.ts";
import { resetTimers, wakeSleepers, whenIdle } from "./timers.ts";
import { AbortController } from "./web/events/abort.ts";
import { DOMException } from "./web/dom-exception.ts";
import { beginClock } from "./web/performance.ts";
import { resetFetches } from "./web/fetch/fetch.ts";
import { webAnswer } from "./web-answer.ts";

type Handler = (input: unknown, ctx: unknown) => unknown;

interface Call {
  facts: Facts;
  input: string;
  beganAt: number;
  /** Created when the Function first reads its signal. */
  controller: AbortController | undefined;
  /** Set while the call is an attempt of a run, or has steps or questions. */
  attempt: RunAttempt | undefined;
}

const controllerOf = (call: Call): AbortController => (call.controller ??= new AbortController());

let handler: Handler | undefined;
/** The export `complete`, which completes arguments of prompts and templates. */
let completer: Handler | undefined;
let present: Call | undefined;

function finish(call: Call, kind: string, text: string, head = "", bytes?: Uint8Array): void {
  if (present !== call) return;
  const isLarge =
    text.length + head.length > limits.outputChars ||
    (bytes !== undefined && viewByteLength(bytes) > limits.outputChars);
  present = undefined;
  if (call.attempt !== undefined) {
    call.attempt.isOver = true;
    resetKeeps();
  }
  silenceLog();
  resetTimers(() => undefined);
  resetRequests();
  const tookMs = now() - call.beganAt;
  if (isLarge) host().finish("large", "", "", 0);
  else if (bytes === undefined) host().finish(kind, text, head, tookMs);
  else sendBytes(kind, text, head, tookMs, bytes);
}

/** The Function may detach the bytes of a response, which then cannot be copied. */
function sendBytes(kind: string, text: string, head: string, tookMs: number, bytes: Uint8Array): void {
  try {
    host().finish(kind, text, head, tookMs, bytes);
  } catch (error) {
    host().finish("error", describeError(error), "", tookMs);
  }
}

function failed(call: Call, error: unknown): void {
  if (present === call) finish(call, "error", describeError(error));
}

function returned(call: Call, value: unknown): void {
  if (present !== call) return;
  try {
    const content = contentOf(value);
    if (content !== undefined) return finish(call, "mcp", content);
    const reply = replyOf(value);
    if (reply !== undefined) return finish(call, "http", "", reply.head, reply.body);
    const web = webAnswer(value, call.facts);
    if (web === undefined) {
      const sent = call.facts.mcp?.uri === undefined ? withoutBytes(value) : contentsOf(value);
      refuseIterator(sent);
      return finish(call, "value", jsonStringify(sent) ?? "null");
    }
    void promiseThen(
      web,
      ({ kind, text, head, bytes }) => finish(call, kind, text, head, bytes),
      (error) => failed(call, error),
    );
  } catch (error) {
    failed(call, error);
  }
}

/** Suspends the call as soon as it waits for something that comes in a later attempt, and nothing else goes on. */
function suspendWhenQuiet(call: Call, attempt: RunAttempt): void {
  whenIdle(() => {
    if (present !== call || !isQuiet(attempt)) return;
    finish(call, "suspended", attempt.kept === undefined ? waitsOf(attempt) : askedOf(attempt));
  });
}

const eventsOf = (call: Call): AttemptEvents => ({
  parked: () => suspendWhenQuiet(call, call.attempt!),
  failed: (error) => failed(call, error),
  now,
});

/** The attempt of a durable run; of another call, from its first step or question on. */
function callAttempt(call: Call): RunAttempt {
  if (call.attempt === undefined) {
    call.attempt = beginAsking(call.facts.mcp?.steps ?? [], eventsOf(call));
    call.attempt.isOver = present !== call;
  }
  return call.attempt;
}

function run(call: Call): void {
  openRequests();
  try {
    const { run: runFacts } = call.facts;
    const ofRun = runFacts && beginAttempt(runFacts, eventsOf(call));
    // A plain Function, whose call waited for an approval, has the steps of a call.
    if (runFacts?.durable === true) call.attempt = ofRun;
    const context = createContext(
      call.facts,
      () => controllerOf(call).signal,
      ofRun,
      () => callAttempt(call),
    );
    const called = call.facts.entry === "complete" ? completer! : handler!;
    const answer = promiseResolve(called(jsonParse(call.input), context));
    void promiseThen(
      answer,
      (value) => returned(call, value),
      (error) => failed(call, error),
    );
  } catch (error) {
    failed(call, error);
  }
}

/** Shared with the executor: the number of the last call that began, or -1 while none may begin. */
let cell: Int32Array<SharedArrayBuffer>;

export function useCell(buffer: SharedArrayBuffer): void {
  cell = new Int32ArrayCtor(buffer);
}

/** Whether a call may begin. The executor hands in several at once, and takes back those that should not wait. */
function mayBegin(number: number): boolean {
  if (present !== undefined) return false;
  const last = atomicLoad(cell, 0);
  return last >= 0 && atomicExchange(cell, 0, last, number) === last;
}

/** Begins a call. The handler runs at once, or as soon as the bundle is evaluated. */
export function beginCall(number: number, facts: string, input: string): void {
  if (!mayBegin(number)) return;
  const call: Call = {
    facts: jsonParse(facts) as Facts,
    input,
    beganAt: now(),
    controller: undefined,
    attempt: undefined,
  };
  present = call;
  resetRequests();
  resetFetches();
  resetStream();
  resetTimers((error) => failed(call, error));
  resetLog();
  beginClock();
  if (handler !== undefined) run(call);
}

const asHandler = (exported: unknown, refused: string): Handler =>
  typeof exported === "function"
    ? (exported as Handler)
    : () => {
        throw new TypeError(refused);
      };

/** Takes the bundle's default export and its `complete`, and runs the call that waits for it. */
export function attach(exported: unknown, complete: unknown): void {
  if (handler !== undefined) return;
  host().attached();
  handler = asHandler(exported, "The default export of a Function must be its handler.");
  completer = asHandler(complete, "The export `complete` of a Function must be a function.");
  if (present !== undefined) run(present);
}

/**
 * Aborts `ctx.signal` of the current call. If the call sends a stream, the stream's source now cleans up. So everything
 * that the source waits for ends: requests to the platform fail, sleeps end, and the stream is cancelled.
 */
export function abortCall(reason: string): void {
  if (present === undefined) return;
  const timedOut = reason === "timeout";
  const error = new DOMException(
    timedOut ? "The call has run longer than its time limit." : "The call was cancelled.",
    timedOut ? "TimeoutError" : "AbortError",
  );
  const streams = isStreaming();
  // This comes first, because listeners of the signal may make requests that need results.
  if (streams) {
    dropRequests(error);
    wakeSleepers();
  }
  controllerOf(present).abort(error);
  if (streams) stopStream(error);
}
