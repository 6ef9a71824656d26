// Why: docs/decisions/waits-are-rows.md
import { runLimits, type RunWait } from "@ferrule/contract/internal/runs.ts";
import type { App } from "../../ground/app.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { WaitKind } from "../../ground/store/tables/runs.ts";
import { endRun } from "./end-run.ts";
import { comparableJson, deepest } from "./texts/comparable-json.ts";
import { freeLane } from "./lanes/free-lane.ts";
import { insertApproval } from "./insert-approval.ts";
import { keepSeal } from "./seals/kept-seals.ts";
import { cancelApprovals } from "./queries/approvals.ts";
import { findEvent } from "./queries/events.ts";
import { notifyRuns } from "./queries/notify.ts";
import { changeRun, type RunRow } from "./queries/runs.ts";
import {
  cancelWaits,
  hasEnded,
  holdChildren,
  putWaits,
  readSteps,
  type OpenStep,
  type WaitToStore,
} from "./queries/waits.ts";
import type { RunSeal } from "./seals/seal-run.ts";
import { askedBefore } from "./texts/asked-before.ts";
import { reportText, sealedEnd, shownText } from "./texts/values.ts";
import { sentenceOf, shownFailure } from "./texts/wait-sentences.ts";

const kindOf = ({ kind }: RunWait): WaitToStore["kind"] =>
  kind === "retry" ? "step" : kind === "until" ? "sleep" : kind;

/** Whether an earlier attempt has asked the same. */
function isSameQuestion(
  seal: RunSeal,
  { asked }: RunWait & { kind: "approval" | "question" },
  known: OpenStep,
): boolean {
  const before = askedBefore(seal, known);
  return before === undefined || before === asked;
}

/** Whether a run has this wait already, since an earlier attempt. Then it keeps its time. */
function isKept(seal: RunSeal, wait: RunWait, known: OpenStep | undefined): boolean {
  if (known === undefined || known.state === "cancelled") return false;
  if (known.state === "done" || known.state === "failed") return true;
  if (wait.kind === "retry") return known.state === "retrying" && known.attempts >= wait.attempts;
  if (known.state !== "waiting" || known.kind !== kindOf(wait)) return false;
  if (wait.kind === "approval" || wait.kind === "question") return isSameQuestion(seal, wait, known);
  return wait.kind !== "event" || known.event === wait.event;
}

/** No run lasts longer, and the database has no time after its own. */
const boundedMs = (ms: number): number => Math.min(ms, 2 * runLimits.deadlineSeconds * 1_000);
/** Between 1970 and 2286. */
const boundedTime = (at: number): number => Math.min(Math.max(at, 0), 1e13);

const blank = {
  attempts: 0,
  value: null,
  chars: 0,
  isApart: false,
  shown: null,
  error: null,
  forMs: null,
  atMs: null,
  event: null,
  match: null,
  eventId: null,
  childId: null,
  approvalId: null,
};

/** The wait as done, with its result. */
function done(seal: RunSeal, wait: WaitToStore, text: string, shown: string | null, eventId?: number): WaitToStore {
  const { value, chars, isApart } = sealedEnd(seal, { runId: "", key: wait.key, text, shown });
  return { ...wait, state: "done", forMs: null, value, chars, isApart, shown, eventId: eventId ?? null };
}

/** The waits of one attempt, while they are prepared. */
interface Preparing {
  app: App;
  scope: InstallationScope;
  run: RunRow;
  seal: RunSeal;
  /** The events that waits of this attempt have taken. */
  taken: number[];
}

async function eventWait(
  { scope, run, seal, taken }: Preparing,
  wait: RunWait & { kind: "event" },
  base: WaitToStore,
): Promise<WaitToStore> {
  const match = wait.match === undefined ? null : comparableJson(wait.match);
  const waiting = { ...base, event: wait.event, match, forMs: boundedMs(wait.timeoutMs) };
  const found = await findEvent(scope, run, { event: wait.event, match, not: taken });
  if (found === undefined) return waiting;
  taken.push(found.id);
  const text = `{"data":${found.data},"at":${JSON.stringify(found.at.toISOString())}}`;
  return done(seal, waiting, text, found.shown, found.id);
}

async function childWait(
  { app, scope, run, seal }: Preparing,
  wait: RunWait & { kind: "child" },
  base: WaitToStore,
): Promise<WaitToStore> {
  const waiting = { ...base, childId: wait.runId, forMs: wait.timeoutMs === null ? null : boundedMs(wait.timeoutMs) };
  const [child] = await holdChildren(scope, run, [wait.runId]);
  if (child === undefined || child.id === run.id) return done(seal, waiting, "null", "null");
  if (!hasEnded(child.status)) return waiting;
  const report = await reportText(app, scope, child);
  return done(seal, waiting, report, shownText(JSON.stringify({ id: child.id, status: child.status })));
}

/** What was asked, in the place of the result. */
const sealedQuestion = (
  { run, seal }: Preparing,
  { key, asked }: RunWait & { kind: "approval" | "question" },
): string => sealedEnd(seal, { runId: run.id, key, text: JSON.stringify({ asked }), shown: null }).value;

/** A wait as it is stored. If what it waits for is there already, it is done. */
async function prepare(given: Preparing, wait: RunWait): Promise<WaitToStore> {
  const { app, scope, run, seal } = given;
  const { key, position } = wait;
  const base: WaitToStore = { ...blank, key, kind: kindOf(wait), position, state: "waiting" };
  switch (wait.kind) {
    case "sleep":
      return { ...base, forMs: boundedMs(wait.forMs) };
    case "until":
      return { ...base, atMs: boundedTime(wait.at) };
    case "event":
      return eventWait(given, wait, base);
    case "child":
      return childWait(given, wait, base);
    case "question":
      return { ...base, value: sealedQuestion(given, wait), forMs: boundedMs(wait.timeoutMs) };
    case "approval":
      return {
        ...base,
        value: sealedQuestion(given, wait),
        approvalId: await insertApproval(scope, app.clock, run, key, wait.approval),
      };
    default: {
      const { value, chars, isApart } = sealedEnd(seal, {
        runId: run.id,
        key,
        text: JSON.stringify(wait.error),
        shown: null,
      });
      const shown = wait.shown === undefined ? null : shownText(wait.shown);
      const error = shownFailure(wait.error.code, wait.shown);
      const { attempts } = wait;
      const forMs = boundedMs(wait.afterMs);
      return { ...base, state: "retrying", attempts, value, chars, isApart, shown, error, forMs };
    }
  }
}

/** Which of several waits to name: the one that only somebody else can end. */
const importance: readonly WaitKind[] = ["approval", "question", "event", "child", "retry", "sleep"];
const waitKind = ({ kind }: RunWait): WaitKind => (kind === "until" ? "sleep" : kind);

/** What an attempt's waits have become: when they end by themselves, and what the run's history has with them. */
interface StoredWaits extends Pick<RunRow, "stepCount" | "stepsDone" | "historyChars"> {
  dueAt: ReadonlyMap<string, Date | null>;
  /** Whether one has ended. */
  hasResult: boolean;
}

/** Lets a run wait whose waits are stored, or go on if one of them has ended. */
async function wait(
  { app, scope, run }: Preparing,
  waits: readonly RunWait[],
  { dueAt, hasResult, ...history }: StoredWaits,
): Promise<"queued" | "waiting"> {
  const counted = { losses: 0, failures: 0, ...history };
  if (hasResult) {
    await changeRun(scope, run.id, { ...counted, status: "queued", queue: "ready", dueAt: app.clock() });
    await notifyRuns(scope);
  } else {
    const sorted = waits.toSorted((a, b) => importance.indexOf(waitKind(a)) - importance.indexOf(waitKind(b)));
    const [main] = sorted;
    const times = [...dueAt.values()].filter((at) => at !== null).map((at) => at.getTime());
    const first = times.length === 0 ? null : new Date(times.reduce((a, b) => Math.min(a, b)));
    await changeRun(scope, run.id, {
      ...counted,
      status: "waiting",
      queue: first === null ? null : "later",
      dueAt: first,
      waitsKind: main === undefined ? null : waitKind(main),
      waitsFor: main === undefined ? null : sentenceOf(main, dueAt.get(main.key) ?? null, sorted.length - 1),
    });
  }
  await freeLane(scope, run);
  return hasResult ? "queued" : "waiting";
}

/** Gives up what the run waited for before, and does not any more. */
async function dropOthers({ scope, run }: Preparing, known: readonly OpenStep[], keys: ReadonlySet<string>) {
  const others = known.filter(({ key, state }) => state === "waiting" && !keys.has(key));
  if (others.length === 0) return;
  const left = others.map(({ key }) => key);
  await cancelWaits(scope, run.id, left);
  if (others.some(({ kind }) => kind === "approval")) await cancelApprovals(scope, run.id, left);
}

const full = {
  code: "RUN_HISTORY_FULL",
  message: `A run has at most ${runLimits.steps} steps, and ${runLimits.historyChars} characters of results.`,
};

const tooDeep = (key: string) => ({
  code: "VALIDATION_ERROR",
  message: `The match of the wait "${key}" may have ${deepest} levels.`,
});

/**
 * Stores what a locked run waits for. A wait that it had before keeps its time. If one has ended already, the run goes
 * on at once. Returns the run's new state.
 */
export async function storeWaits(
  app: App,
  scope: InstallationScope,
  run: RunRow,
  waits: readonly RunWait[],
): Promise<"queued" | "waiting" | "failed"> {
  const listed = [...new Map(waits.map((one) => [one.key, one])).values()];
  const keys = new Set(listed.map(({ key }) => key));
  const steps = await readSteps(scope, run.id, [...keys]);
  const known = new Map(steps.map((step) => [step.key, step]));
  const preparing = { app, scope, run, seal: await keepSeal(app, run), taken: [] };
  const fresh: WaitToStore[] = [];
  const added = listed.filter(({ key }) => !known.has(key)).length;
  if (run.stepCount + added > runLimits.steps) {
    await endRun(app, scope, run, { status: "failed", error: full });
    return "failed";
  }
  const unstorable = listed.find(
    (one) => one.kind === "event" && one.match !== undefined && comparableJson(one.match) === null,
  );
  if (unstorable !== undefined) {
    await endRun(app, scope, run, { status: "failed", error: tooDeep(unstorable.key) });
    return "failed";
  }
  await dropOthers(preparing, steps, keys);
  for (const one of listed.toSorted((a, b) => a.position - b.position)) {
    const before = known.get(one.key);
    if (isKept(preparing.seal, one, before)) continue;
    // The earlier question is withdrawn. An answer to it must not count for another one.
    if (before?.kind === "approval" && before.state === "waiting") await cancelApprovals(scope, run.id, [one.key]);
    fresh.push(await prepare(preparing, one));
  }
  const chars = fresh.reduce((sum, one) => sum + one.chars, 0);
  // Events, approvals and children that have ended meanwhile count too.
  if (fresh.length > 0 && run.historyChars + chars > runLimits.historyChars) {
    await endRun(app, scope, run, { status: "failed", error: full });
    return "failed";
  }
  const stored = await putWaits(scope, app.clock, run, fresh);
  const ended = fresh.filter(({ state }) => state === "done");
  const isDone = ({ key }: RunWait) => ["done", "failed"].includes(known.get(key)?.state ?? "");
  const kept = listed.map(({ key }): [string, Date | null] => [key, known.get(key)?.dueAt ?? null]);
  const dueAt = new Map([...kept, ...stored.map(({ key, dueAt: at }): [string, Date | null] => [key, at])]);
  return wait(preparing, listed, {
    dueAt,
    hasResult: ended.length > 0 || listed.some(isDone),
    stepCount: run.stepCount + added,
    stepsDone: run.stepsDone + ended.length,
    historyChars: run.historyChars + chars,
  });
}
