// Why: docs/decisions/tests-in-the-sandbox.md
import { describeError } from "../describe-error.ts";
import type { Facts } from "../facts.ts";
import { platformError } from "../function-error.ts";
import { fieldsJson } from "../frame-json.ts";
import { replyOf } from "../http.ts";
import { takeLogs } from "../log.ts";
import { contentOf, contentsOf } from "../mcp.ts";
import { jsonStringify, now } from "../primordials.ts";
import { refuseIterator } from "../refuse-iterator.ts";
import { openRequestCount, request, standInFor } from "../requests.ts";
import { askedOf, beginAsking, beginAttempt, waitsOf, type AttemptEvents, type RunAttempt } from "../run/attempt.ts";
import { takeTimerErrors, whenIdle } from "../timers.ts";
import type { AbortSignal } from "../web/events/abort.ts";
import { resetFetches } from "../web/fetch/fetch.ts";
import { webAnswer } from "../web-answer.ts";

/** How a handler's value would be sent: see `Host.finish`. */
export interface Sent {
  kind: string;
  text: string;
  head?: string;
  bytes?: Uint8Array;
}

async function sent(value: unknown, facts: Facts): Promise<Sent> {
  const content = contentOf(value);
  if (content !== undefined) return { kind: "mcp", text: content };
  const reply = replyOf(value);
  if (reply !== undefined) return { kind: "http", text: "", head: reply.head, bytes: reply.body };
  const web = webAnswer(value, facts);
  if (web !== undefined) return await web;
  const carried = facts.mcp?.uri === undefined ? value : contentsOf(value);
  refuseIterator(carried);
  return { kind: "value", text: jsonStringify(carried) ?? "null" };
}

type CreateContext = (
  facts: Facts,
  signalOf: () => AbortSignal,
  run: RunAttempt | undefined,
  callAttempt: () => RunAttempt,
) => object;

const alone: AttemptEvents = { parked: () => undefined, failed: () => undefined, now };

/**
 * The platform's own parts, for the program that runs tests: a tested Function gets the very context, `fetch` and errors
 * that it has in production, and stand-ins only replace what lies behind them.
 */
export const createTestKit = (createContext: CreateContext) => ({
  /** A request of the run itself. */
  ask: async (name: string, fields: Record<string, unknown>): Promise<unknown> =>
    (await request(name, fieldsJson(fields)).answer).value,
  /** The context of a call. It may make as many requests as any call. */
  context(facts: Facts, signalOf: () => AbortSignal): object {
    resetFetches();
    let attempt: RunAttempt | undefined;
    return createContext(facts, signalOf, undefined, () => (attempt ??= beginAsking([], alone)));
  },
  /** The context of an attempt of a durable run, or of a call that asks. `events` tells when it may be unable to go on. */
  attempt(facts: Facts, signalOf: () => AbortSignal, events: AttemptEvents) {
    resetFetches();
    if (facts.run === undefined) {
      const attempt = beginAsking(facts.mcp?.steps ?? [], events);
      const context = createContext(facts, signalOf, undefined, () => attempt);
      return { context, attempt, waits: () => askedOf(attempt) };
    }
    const attempt = beginAttempt(facts.run, events);
    const context = createContext(facts, signalOf, attempt, () => attempt);
    return { context, attempt, waits: () => waitsOf(attempt) };
  },
  openRequestCount,
  platformError,
  sent,
  describeError,
  standInFor,
  takeLogs,
  takeTimerErrors,
  whenIdle,
});
export type TestKit = ReturnType<typeof createTestKit>;
