import { questionText } from "@ferrule/contract/internal/question-text.ts";
import type { RunWait } from "@ferrule/contract/internal/runs.ts";
import type { HostError } from "../../requests.ts";
import type { StoredStep } from "../../run/attempt.ts";
import type { Kept } from "../../run/keep.ts";
import { answerQuestion, type Answers, type NotedQuestion } from "./answers.ts";
import { noStandIn, refusal } from "./stand-error.ts";

interface GivenApproval {
  approved: boolean;
  outcome?: "approved" | "rejected" | "expired";
  decisions?: readonly object[];
}

/** What stands in for other people and other runs. */
export interface RunStandIns {
  /** By the event's name. Null: it does not come in time. */
  events?: Readonly<Record<string, unknown>>;
  /** By the names of questions to the client's person. */
  answers?: Answers;
  /** By the step's name. */
  approvals?: Readonly<Record<string, "approved" | "rejected" | "expired" | GivenApproval>>;
  /** What other Functions return, by their slugs. */
  runs?: Readonly<Record<string, unknown>>;
}

/** A step of the run, as its test sees it. */
export interface NotedStep {
  name: string;
  kind: StoredStep["kind"];
  state: "done" | "failed";
  attempts: number;
  value: unknown;
}

/** A wait as the guest states it: the worker would add the digests of a question. */
export type Wait = Exclude<RunWait, { kind: "question" }> | { kind: "question"; key: string; question: string };
type Question = Parameters<typeof questionText>[0];
interface Pending {
  dueAt: number;
  ends: (at: number) => StoredStep;
}

const kinds = {
  sleep: "sleep",
  until: "sleep",
  event: "event",
  approval: "approval",
  child: "child",
  question: "question",
  retry: "step",
} as const;

/** What a test sees of the result of a step. */
function toldOf(kind: StoredStep["kind"], value: unknown): unknown {
  if (kind === "question") return (value as { outcome?: unknown }).outcome;
  if (kind !== "approval") return value;
  const { asked: _asked, ...outcome } = value as { asked?: string };
  return outcome;
}

/** The history of one run in memory, in place of the control plane. Waits end at once, and move the clock. */
export class StoodInRuns {
  readonly steps = new Map<string, StoredStep>();
  /** What the Function has asked its client's person, in order. */
  readonly questions: NotedQuestion[] = [];
  readonly #given: RunStandIns;
  readonly #pending = new Map<string, Pending>();
  readonly #started = new Map<string, { slug: string; input: unknown }>();
  /** Whether the attempt stops after each stored step. */
  interrupted: (() => void) | undefined;

  constructor(given: RunStandIns) {
    this.#given = given;
  }

  keep(kept: Kept): void {
    const { key, attempts, state, value } = kept;
    this.steps.set(key, { key, kind: "step", attempts, state, value });
    if (this.interrupted === undefined) return;
    this.interrupted();
    // The attempt is over, so that nobody learns of this.
    throw refusal("UNAVAILABLE", "The attempt was interrupted.");
  }

  start({ function: slug, input, step }: { function: string; input?: unknown; step?: { key: string } }): {
    id: string;
  } {
    this.#reportOf(slug, input);
    const started = { id: `run_test_${this.#started.size + 1}` };
    this.#started.set(started.id, { slug, input });
    if (step !== undefined) this.#store(step.key, "start", started);
    return started;
  }

  get({ runId }: { runId: string }): { run: object | null } {
    const run = this.#started.get(runId);
    return { run: run === undefined ? null : { id: runId, ...this.#reportOf(run.slug, run.input) } };
  }

  /** The steps that have ended, in the order in which they did. */
  ended(): NotedStep[] {
    return [...this.steps.values()].flatMap(({ key, kind, state, attempts, value }) =>
      state === "done" || state === "failed"
        ? [{ name: key, kind, state, attempts, value: toldOf(kind, JSON.parse(value ?? "null")) }]
        : [],
    );
  }

  /** Ends the wait that ends first, and returns the time of its end. The others go on. @throws HostError */
  settle(waits: readonly Wait[], now: number): number {
    for (const wait of waits) {
      if (this.#pending.has(wait.key)) continue;
      this.#pending.set(wait.key, this.#pendingOf(wait, now));
      const { key } = wait;
      const [attempts, value] = wait.kind === "retry" ? [wait.attempts, JSON.stringify(wait.error)] : [1, null];
      this.steps.set(key, { key, kind: kinds[wait.kind], state: "waiting", attempts, value });
    }
    const first = Math.min(...[...this.#pending.values()].map(({ dueAt }) => dueAt));
    const at = Math.max(now, first);
    for (const [key, { dueAt, ends }] of this.#pending) {
      if (dueAt > at) continue;
      this.#pending.delete(key);
      this.steps.delete(key);
      this.steps.set(key, ends(at));
    }
    return at;
  }

  #store(key: string, kind: StoredStep["kind"], value: unknown): StoredStep {
    const step: StoredStep = { key, kind, state: "done", attempts: 1, value: JSON.stringify(value ?? null) };
    this.steps.set(key, step);
    return step;
  }

  #pendingOf(wait: Wait, now: number): Pending {
    const { key } = wait;
    const ended = (value: unknown) => () => this.#store(key, kinds[wait.kind], value);
    switch (wait.kind) {
      case "sleep":
        return { dueAt: now + wait.forMs, ends: ended(null) };
      case "until":
        return { dueAt: wait.at, ends: ended(null) };
      case "retry": {
        const step: StoredStep = { key, kind: "step", state: "retrying", attempts: wait.attempts, value: null };
        return { dueAt: now + wait.afterMs, ends: () => step };
      }
      case "event": {
        const data = this.#eventOf(wait.event);
        if (data === null) return { dueAt: now + wait.timeoutMs, ends: ended(null) };
        return { dueAt: now, ends: (at) => this.#store(key, "event", { data, at: new Date(at).toISOString() }) };
      }
      case "question": {
        const { noted, outcome, timeoutMs, value } = answerQuestion(this.#given.answers ?? {}, wait);
        this.questions.push(noted);
        const step: StoredStep = { key, kind: "question", state: "done", attempts: 1, value };
        return { dueAt: now + (outcome.action === "timeout" ? timeoutMs : 0), ends: () => step };
      }
      case "approval":
        return { dueAt: now, ends: ended({ ...this.#approvalOf(key), asked: questionText(wait.approval) }) };
      case "child":
        return { dueAt: now, ends: ended(this.get({ runId: wait.runId }).run) };
    }
  }

  #eventOf(name: string): unknown {
    const { events = {} } = this.#given;
    if (Object.hasOwn(events, name)) return events[name] ?? null;
    throw noStandIn(
      `the event ${name}`,
      `stand: { events: { ${JSON.stringify(name)}: {…} } }, or null for its timeout,`,
    );
  }

  #approvalOf(key: string): object {
    const { approvals = {} } = this.#given;
    const given = Object.hasOwn(approvals, key) ? approvals[key] : undefined;
    if (given === undefined)
      throw noStandIn(`the approval ${key}`, `stand: { approvals: { ${JSON.stringify(key)}: "approved" } }`);
    if (typeof given === "string") return { approved: given === "approved", outcome: given, decisions: [] };
    const { approved, outcome = approved ? "approved" : "rejected", decisions = [] } = given;
    return { approved, outcome, decisions };
  }

  #reportOf(slug: string, input: unknown): object {
    const { runs = {} } = this.#given;
    if (!Object.hasOwn(runs, slug))
      throw noStandIn(`the Function ${slug}`, `stand: { runs: { ${JSON.stringify(slug)}: … } }, with what it returns,`);
    const given = runs[slug];
    try {
      const output = typeof given === "function" ? ((given as (input: unknown) => unknown)(input) as unknown) : given;
      return { status: "succeeded", output: output ?? null };
    } catch (error) {
      const { code = "FUNCTION_ERROR", message = String(error) } = error as { code?: string; message?: string };
      return { status: "failed", error: { code, message } };
    }
  }
}

/** The host calls of runs. */
export const runCallsOf = (runs: StoodInRuns): Record<string, (fields: never) => unknown> => ({
  "runs.keep": (kept: Kept) => runs.keep(kept),
  // Its text stands for the digest of a question.
  "runs.asked": (question: Question) => ({ asked: questionText(question) }),
  "runs.start": (asked: { function: string }) => runs.start(asked),
  "runs.get": (asked: { runId: string }) => runs.get(asked),
  "runs.cancel": (asked: { runId: string }) => ({ cancelled: runs.get(asked).run !== null }),
  "runs.send": () => ({ woken: 0 }),
});

/** The refusal of a run that does not come to its end. */
export const endlessRun = (attempts: number): HostError =>
  refusal("RUN_ENDLESS", `The run has not ended after ${attempts} attempts.`);
