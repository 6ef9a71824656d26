import { platformError } from "./function-error.ts";
import { host } from "./host.ts";
import { limits } from "./limits.ts";
import {
  functionText,
  getOwnPropertyDescriptor,
  mapClear,
  MapCtor,
  mapDelete,
  mapForEach,
  mapSet,
  mapSize,
  max,
  min,
  now,
  reflectApply,
  TypeErrorCtor,
} from "./primordials.ts";

interface Timer {
  id: number;
  at: number;
  everyMs: number | undefined;
  run: (...args: unknown[]) => void;
  args: unknown[];
  /** It keeps no run here that could be suspended. */
  isWeak: boolean;
}

/** The text that the engine returns for each of its own functions. */
const nativeText = "function () { [native code] }";
const timers = new MapCtor<number, Timer>();
let nextId = 1;
let alarmAt = Infinity;
let onError: (error: unknown) => void = () => undefined;
/** Looks whether the call can go on, and when to do so. Undefined: nobody wants to know. */
let look: (() => void) | undefined;
let lookAt = Infinity;

/** Drops every timer. `failed` receives errors that timers of the next call throw. */
export function resetTimers(failed: (error: unknown) => void): void {
  mapClear(timers);
  alarmAt = Infinity;
  onError = failed;
  look = undefined;
  lookAt = Infinity;
}

/**
 * Calls `idle` in later turns of the call, when all microtasks have ended: soon, and after each turn that may have
 * changed what the call waits for.
 */
export function whenIdle(idle: () => void): void {
  look = idle;
  lookSoon();
}

/** Lets `whenIdle` look in the next turn. */
export function lookSoon(): void {
  // No time of the clock, because somebody may set that back.
  if (look === undefined || lookAt === -Infinity) return;
  lookAt = -Infinity;
  arm(lookAt);
}

/** Lets `whenIdle` look after this many milliseconds. */
export function lookAfter(afterMs: number): void {
  lookAt = min(lookAt, now() + afterMs);
  arm(lookAt);
}

/** Whether a timer waits, other than the weak ones. */
export function hasTimers(): boolean {
  let found = false;
  mapForEach(timers, ({ isWeak }) => {
    found ||= !isWeak;
  });
  return found;
}

/** In a run of tests: gives the errors that timers throw to `failed`, and not to the call. */
export function takeTimerErrors(failed: (error: unknown) => void): void {
  onError = failed;
}

function arm(at: number): void {
  if (at >= alarmAt) return;
  alarmAt = at;
  host().alarm(max(0, at - now()));
}

function add(run: unknown, delayMs: unknown, repeats: boolean, args: unknown[], isWeak = false): number {
  if (typeof run !== "function") throw new TypeErrorCtor("The callback must be a function.");
  if (mapSize(timers as Map<unknown, unknown>) >= limits.timers) {
    throw platformError("LIMIT_EXCEEDED", `A call may have ${limits.timers} timers at a time.`);
  }
  const wait = Number(delayMs);
  const afterMs = wait > 0 && wait <= 0x7fffffff ? wait : 0;
  const timer: Timer = {
    id: nextId++,
    at: now() + afterMs,
    everyMs: repeats ? max(1, afterMs) : undefined,
    run: run as Timer["run"],
    args,
    isWeak,
  };
  mapSet(timers, timer.id, timer);
  arm(timer.at);
  return timer.id;
}

/** https://html.spec.whatwg.org/#dom-settimeout. A delay that is not a number is 0, and ids are positive integers. */
export const setTimeout = (run: unknown, delayMs: unknown = 0, ...args: unknown[]): number =>
  add(run, delayMs, false, args);
export const setInterval = (run: unknown, delayMs: unknown = 0, ...args: unknown[]): number =>
  add(run, delayMs, true, args);

/** A timer that keeps no run here. */
export const setWeakTimeout = (run: () => void, delayMs: number): number => add(run, delayMs, false, [], true);

export function clearTimeout(id: unknown = undefined): void {
  mapDelete(timers, id as number);
}

function earliest(): Timer | undefined {
  let first: Timer | undefined;
  mapForEach(timers, (timer) => {
    if (first === undefined || timer.at < first.at) first = timer;
  });
  return first;
}

/** Whether a callback only settles a promise: the function that the engine passes to the executor of `new Promise`. */
function isResolver(run: Timer["run"]): boolean {
  try {
    return getOwnPropertyDescriptor(run, "name")?.value === "" && functionText(run) === nativeText;
  } catch {
    return false;
  }
}

/**
 * Ends the sleeps of an ending call: `await new Promise((resolve) => setTimeout(resolve, ms))`. Other timers continue.
 */
export function wakeSleepers(): void {
  mapForEach(timers, (timer) => {
    if (timer.everyMs !== undefined || !isResolver(timer.run)) return;
    mapDelete(timers, timer.id);
    reflectApply(timer.run, undefined, timer.args);
  });
}

const soon = queueMicrotaskOf();

function queueMicrotaskOf(): (run: () => void) => void {
  const settled = Promise.resolve();
  const then = settled.then;
  return (run) => void reflectApply(then, settled, [run]);
}

/** Runs the due timers, each in a microtask after the previous one, so that the microtasks of each run first. */
export function tick(): void {
  alarmAt = Infinity;
  const until = now();
  if (lookAt <= until) {
    lookAt = Infinity;
    look?.();
  }
  let ran = false;
  const next = () => {
    const timer = earliest();
    if (timer === undefined || timer.at > until) {
      if (ran) lookSoon();
      else if (lookAt < Infinity) arm(lookAt);
      if (timer !== undefined) arm(timer.at);
      return;
    }
    ran = true;
    if (timer.everyMs === undefined) mapDelete(timers, timer.id);
    else timer.at = now() + timer.everyMs;
    try {
      reflectApply(timer.run, undefined, timer.args);
    } catch (error) {
      onError(error);
    }
    if (mapSize(timers as Map<unknown, unknown>) > 0 || look !== undefined) soon(next);
  };
  next();
}

/** https://html.spec.whatwg.org/#dom-queuemicrotask */
export function queueMicrotask(run: unknown): void {
  if (typeof run !== "function") throw new TypeErrorCtor("The callback must be a function.");
  soon(() => {
    try {
      (run as () => void)();
    } catch (error) {
      onError(error);
    }
  });
}

/** Runs the platform's own tasks in a later turn, in order. */
export function afterwards(run: () => void): void {
  add(run, 0, false, []);
}
