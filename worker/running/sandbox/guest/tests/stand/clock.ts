import { globals, real } from "../globals.ts";

interface Timer {
  id: number;
  at: number;
  everyMs: number | undefined;
  run: (...args: unknown[]) => void;
  args: unknown[];
}

/** Greater than the numbers of the engine's own timers. */
let nextId = 1_000_000_000;
let present: StoppedClock | undefined;

/** A clock that stands still. A wait passes at once and moves it. */
export class StoppedClock {
  readonly #startedAt: number;
  #now: number;
  #isPumping = false;
  #isOver = false;
  readonly #timers = new Map<number, Timer>();
  readonly #failed: (error: unknown) => void;

  constructor(now: number, failed: (error: unknown) => void) {
    this.#now = now;
    this.#startedAt = now;
    this.#failed = failed;
  }

  get now(): number {
    return this.#now;
  }

  get elapsed(): number {
    return this.#now - this.#startedAt;
  }

  add(run: unknown, delayMs: unknown, repeats: boolean, args: unknown[]): number {
    if (typeof run !== "function") throw new TypeError("The callback must be a function.");
    const wait = Number(delayMs);
    const afterMs = wait > 0 && wait <= 0x7fffffff ? wait : 0;
    const everyMs = repeats ? Math.max(1, afterMs) : undefined;
    const timer: Timer = { id: nextId++, at: this.#now + afterMs, everyMs, run: run as Timer["run"], args };
    this.#timers.set(timer.id, timer);
    this.#pump();
    return timer.id;
  }

  remove(id: unknown): boolean {
    return this.#timers.delete(id as number);
  }

  get hasTimers(): boolean {
    return this.#timers.size > 0;
  }

  /** Drops the timers, and moves on to a time, but never back. */
  passTo(time: number): void {
    this.#timers.clear();
    this.#now = Math.max(this.#now, time);
  }

  end(): void {
    this.#isOver = true;
    this.#timers.clear();
  }

  /**
   * Runs the earliest timer. Everything that needs no wait comes first: timers that are due at once share a turn, so this
   * waits for the next one.
   */
  #pump(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    real.setTimeout(() => {
      this.#isPumping = false;
      const [first] = [...this.#timers.values()].sort((one, other) => one.at - other.at || one.id - other.id);
      if (first === undefined || this.#isOver) return;
      this.#now = Math.max(this.#now, first.at);
      if (first.everyMs === undefined) this.#timers.delete(first.id);
      else first.at = this.#now + first.everyMs;
      try {
        first.run(...first.args);
      } catch (error) {
        this.#failed(error);
      }
      if (this.#timers.size > 0) this.#pump();
    }, 1);
  }
}

/** Lets a clock, or with undefined the engine's own, say what time it is. */
export function useClock(clock: StoppedClock | undefined): void {
  present?.end();
  present = clock;
}

export const clockNow = (): number => present?.now ?? real.now();

function installDate(): void {
  const { Date: genuine } = real;
  const stood = function Date(this: unknown, ...args: unknown[]): unknown {
    if (new.target === undefined) return new genuine(clockNow()).toString();
    return Reflect.construct(genuine, args.length === 0 ? [clockNow()] : args, new.target);
  };
  const { parse, UTC } = genuine;
  const now = () => clockNow();
  Object.defineProperties(stood, {
    prototype: { value: genuine.prototype, writable: false },
    length: { value: 7 },
    parse: { value: parse, writable: true, configurable: true },
    UTC: { value: UTC, writable: true, configurable: true },
    now: { value: now, writable: true, configurable: true },
  });
  const put = (target: object, key: string, value: unknown) =>
    Object.defineProperty(target, key, { value, writable: true, configurable: true, enumerable: false });
  put(genuine.prototype, "constructor", stood);
  put(globalThis, "Date", stood);
}

function installTimers(): void {
  const put = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });
  const add =
    (repeats: boolean) =>
    (run: unknown, delayMs: unknown = 0, ...args: unknown[]): number => {
      if (present !== undefined) return present.add(run, delayMs, repeats, args);
      return (repeats ? real.setInterval : real.setTimeout)(run, delayMs, ...args);
    };
  const clear = (id: unknown = undefined) => {
    if (present?.remove(id) !== true) real.clearTimeout(id);
  };
  put("setTimeout", add(false));
  put("setInterval", add(true));
  put("clearTimeout", clear);
  put("clearInterval", clear);
  const elapsed = globals.performance.now.bind(globals.performance);
  Object.defineProperty(globals.performance, "now", {
    value: () => present?.elapsed ?? elapsed(),
    writable: true,
    configurable: true,
  });
}

/** Puts the globals that tell or wait for time behind the present clock, before any code of the Function runs. */
export function installClock(): void {
  installDate();
  installTimers();
}
