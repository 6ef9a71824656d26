import { FunctionError, platformError } from "../function-error.ts";
import { limits } from "../limits.ts";
import { MapCtor, mapForEach, mapGet, mapSet, mapSize, PromiseCtor } from "../primordials.ts";
import { checkedName } from "./names.ts";

/** A step that an earlier attempt of the run or call has begun; see `storedStep` and `callStep` of the contract. */
export interface StoredStep {
  key: string;
  kind: "step" | "sleep" | "event" | "approval" | "child" | "start" | "question";
  state: "done" | "failed" | "retrying" | "waiting";
  attempts: number;
  value: string | null;
}

/** The facts of a run, as the worker sends them. Times are epoch milliseconds. */
export interface RunFacts {
  id: string;
  attempt: number;
  startedAt: number;
  deadline: number;
  parentId: string | null;
  /** False: a plain Function, whose call waited for an approval. */
  durable: boolean;
  steps: StoredStep[];
}

/** How an attempt reaches its surroundings. */
export interface AttemptEvents {
  /** Something waits: the attempt may be unable to go on. */
  parked: () => void;
  /** Ends the attempt with an error that the Function cannot catch. */
  failed: (error: unknown) => void;
  /** The time in epoch milliseconds. */
  now: () => number;
}

/** One attempt of a run, or of a call that asks its caller. */
export interface RunAttempt {
  /** Undefined for a call. */
  readonly facts: RunFacts | undefined;
  /** The JSON of the steps that ended in this attempt of a call; undefined in a run, which stores them at once. */
  readonly kept: Map<string, string> | undefined;
  readonly events: AttemptEvents;
  readonly stored: Map<string, StoredStep>;
  /** How often each name was used. */
  readonly used: Map<string, number>;
  /** How many steps the Function has declared. */
  declared: number;
  /** Characters of all results. */
  chars: number;
  /** JSON of what it waits for, by key, in the order in which the waits began. */
  readonly waits: Map<string, string>;
  waitChars: number;
  /** How many of them are questions to the client's person. */
  questions: number;
  /** When the first wait began. */
  parkedAt: number;
  /** Callbacks of steps that run now. */
  running: number;
  /** The synchronous part of a step's callback runs now. */
  isInStep: boolean;
  isOver: boolean;
}

/** A place in the run's history. */
export interface Place {
  key: string;
  position: number;
}

export const beginAttempt = (facts: RunFacts, events: AttemptEvents): RunAttempt =>
  newAttempt(facts, facts.steps, events);

/** Begins a call whose Function may run again from its top when its questions are answered. */
export const beginAsking = (steps: readonly StoredStep[], events: AttemptEvents): RunAttempt =>
  newAttempt(undefined, steps, events);

function newAttempt(facts: RunFacts | undefined, steps: readonly StoredStep[], events: AttemptEvents): RunAttempt {
  const attempt: RunAttempt = {
    facts,
    kept: facts === undefined ? new MapCtor() : undefined,
    events,
    stored: new MapCtor(),
    used: new MapCtor(),
    declared: 0,
    chars: 0,
    waits: new MapCtor(),
    waitChars: 0,
    questions: 0,
    parkedAt: 0,
    running: 0,
    isInStep: false,
    isOver: false,
  };
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at]!;
    mapSet(attempt.stored, step.key, step);
    attempt.chars += step.value?.length ?? 0;
  }
  return attempt;
}

/** The error of a history that has no room; it is not retried. */
export function historyFull({ kept }: RunAttempt, what: string): FunctionError {
  const text =
    kept === undefined
      ? `The history of this run is full: ${what}. Start another run for the rest.`
      : `This call cannot keep more while it asks: ${what}. Keep large results elsewhere, for example in a collection.`;
  return platformError("RUN_HISTORY_FULL", text);
}

/** The most that the results of an attempt may have together, in characters of JSON. */
export const mostChars = ({ kept }: RunAttempt): number =>
  kept === undefined ? limits.runHistoryChars : limits.callHistoryChars;

/** The error of a member that only a durable Function has. */
export const notDurable = (member: string): FunctionError =>
  platformError(
    "NOT_DURABLE",
    `ctx.${member} needs a durable run. Declare \`export const config = { run: "durable" }\` in this Function. If it has that, deploy it and start a run: a test of its draft is a single call.`,
  );

/** Refuses what the Function does after the attempt's end, and within the callback of a step. */
export function mustBeOpen(attempt: RunAttempt, member: string): void {
  if (attempt.isOver) throw platformError("UNAVAILABLE", "This attempt has ended.");
  if (!attempt.isInStep) return;
  const message = `ctx.${member} cannot stand in the callback of a step. Call it before or after the step.`;
  throw platformError("STEP_IN_STEP", message);
}

/** Gives the next use of a name its place in the history. @throws FunctionError */
export function declare(attempt: RunAttempt, member: string, name: unknown): Place {
  mustBeOpen(attempt, member);
  return placeOf(attempt, checkedName(name));
}

/** The place of a name that is known to be one. */
export function placeOf(attempt: RunAttempt, name: string): Place {
  if (attempt.declared >= limits.runSteps) throw historyFull(attempt, `it has ${limits.runSteps} steps`);
  const count = (mapGet(attempt.used, name) ?? 0) + 1;
  mapSet(attempt.used, name, count);
  const position = attempt.declared++;
  return { key: count === 1 ? name : `${name}#${count}`, position };
}

/** What earlier attempts have of a step. @throws FunctionError if it was something else then */
export function storedAs(attempt: RunAttempt, key: string, ...kinds: StoredStep["kind"][]): StoredStep | undefined {
  const stored = mapGet(attempt.stored, key);
  if (stored === undefined) return undefined;
  for (let at = 0; at < kinds.length; at++) if (kinds[at] === stored.kind) return stored;
  const message = `In the history of this ${attempt.kept === undefined ? "run" : "call"}, "${key}" is of the kind ${stored.kind}, and now it is of the kind ${kinds[0]!}. Give the new one another name.`;
  throw platformError("STEP_CHANGED", message);
}

/** Adds a wait. The promise never settles: the run goes on in another attempt. @throws FunctionError */
export function park(attempt: RunAttempt, key: string, wait: string): Promise<never> {
  if (attempt.isOver) return never();
  attempt.waitChars += wait.length;
  if (attempt.waitChars > limits.runWaitChars)
    throw platformError("LIMIT_EXCEEDED", "What this Function waits for at the same time is too much to be stored.");
  if (mapSize(attempt.waits as Map<unknown, unknown>) === 0) attempt.parkedAt = attempt.events.now();
  mapSet(attempt.waits, key, wait);
  attempt.events.parked();
  return never();
}

/** A promise that never settles. A shared one would hold on to everything that has waited for it. */
export const never = (): Promise<never> => new PromiseCtor<never>(() => undefined);

export const isParked = (attempt: RunAttempt): boolean => mapSize(attempt.waits as Map<unknown, unknown>) > 0;

/** The JSON of all waits. */
export function waitsOf(attempt: RunAttempt): string {
  let text = "";
  mapForEach(attempt.waits, (wait) => {
    text += `${text === "" ? "" : ","}${wait}`;
  });
  return `[${text}]`;
}

/** The JSON of a call that waits for answers: its questions, and the steps that it has kept. */
export function askedOf(attempt: RunAttempt): string {
  let steps = "";
  mapForEach(attempt.kept!, (step) => {
    steps += `${steps === "" ? "" : ","}${step}`;
  });
  return `{"waits":${waitsOf(attempt)},"steps":[${steps}]}`;
}
