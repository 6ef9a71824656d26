import type { Call, Guest } from "../call.ts";
import { mostAheadMs } from "../protocol/messages.ts";

interface Engine {
  WebAssembly: { Memory: new (size: object) => { buffer: { constructor: SharedArrayBufferConstructor } } };
}
const { WebAssembly: wasm } = globalThis as unknown as Engine;
/** The engine hides it from every global object, but a memory's buffer still refers to it. */
const SharedMemory = new wasm.Memory({ initial: 1, maximum: 1, shared: true }).buffer.constructor;

/** Memory that a guest shares with this process. See below. */
export const newCell = (): Int32Array<SharedArrayBuffer> => new Int32Array(new SharedMemory(4));

const lookMs = 5;
const recalled = -1;

type GiveBack = (call: Call, waited: boolean) => void;

/** Stops the prelude from beginning another call. Returns the number of the last call that began. */
function halt(guest: Guest): number {
  const begun = Atomics.exchange(guest.cell, 0, recalled);
  if (begun !== recalled) guest.begun = begun;
  return guest.begun;
}

/** Takes back the calls that were handed in but have not begun. */
function takeBack(guest: Guest, waited: boolean, giveBack: GiveBack): void {
  const begun = halt(guest);
  const unbegun = guest.handed.findIndex(({ number }) => number > begun);
  const calls = unbegun < 0 ? [] : guest.handed.splice(unbegun);
  if (guest.call !== undefined && guest.call.number > begun) {
    // Not even the first one has begun, and now it never will.
    calls.unshift(guest.call);
    guest.call = undefined;
  }
  for (const call of calls) giveBack(call, waited);
}

function lastBegun(guest: Guest): number {
  const begun = Atomics.load(guest.cell, 0);
  return begun === recalled ? guest.begun : begun;
}
const hasBegun = ({ guest, number }: Call): boolean => number <= lastBegun(guest);

/** Numbers the calls that are handed in together. The first becomes the isolate's current call. */
function number(guest: Guest, calls: Call[]): Call[] {
  // All earlier calls have ended or will never begin, so numbers restart and stay small.
  guest.numbers = 0;
  guest.begun = 0;
  Atomics.store(guest.cell, 0, 0);
  guest.aheadMs = 0;
  for (const call of calls) call.number = ++guest.numbers;
  guest.call = calls[0];
  return calls;
}

/** The most CPU milliseconds that each running turn can have used. A turn must not pay for a crowded machine. */
function shareMs(guests: ReadonlySet<Guest>, tookMs: number, used: NodeJS.CpuUsage): number {
  let turns = 0;
  for (const { openTurns } of guests) if (openTurns > 0) turns += 1;
  return Math.min(tookMs, (used.user + used.system) / 1_000 / Math.max(1, turns));
}

/** Counts time for the call with others behind it. Returns whether it has used too much. */
function isOverdue(guest: Guest, passedMs: number): boolean {
  const { call, openTurns } = guest;
  if (call === undefined || openTurns === 0 || !hasBegun(call)) return false;
  guest.aheadMs += passedMs;
  return guest.aheadMs > mostAheadMs;
}

/**
 * Calls that stand behind another in an isolate. The worker puts a call there only if its Function has been quick
 * lately. We hand them in together, since waking the engine's thread costs more than a short call. The prelude begins
 * each when the previous one ends, and writes its number into a cell of shared memory. So we can take back a call that
 * has not begun at any time, and be certain that it never will. Then `giveBack` gets it.
 */
export function createLines(giveBack: GiveBack) {
  const guests = new Set<Guest>();
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  let cpuBefore = process.cpuUsage();

  /** Takes back all calls that have not begun. `waited`: the one ahead waits for something outside. */
  function recall(guest: Guest, waited: boolean): void {
    guests.delete(guest);
    if (guest.handed.length > 0) takeBack(guest, waited, giveBack);
    for (const call of guest.line.splice(0)) giveBack(call, waited);
  }

  /** Watches an isolate in which calls stand behind another. */
  function follow(guest: Guest): void {
    guests.add(guest);
    if (timer === undefined) watch();
  }

  function watch(): void {
    lookedAt = performance.now();
    cpuBefore = process.cpuUsage();
    timer = setTimeout(look, lookMs);
  }

  function look(): void {
    const passedMs = shareMs(guests, performance.now() - lookedAt, process.cpuUsage(cpuBefore));
    for (const guest of guests) {
      if (guest.line.length + guest.handed.length === 0) guests.delete(guest);
      else if (isOverdue(guest, passedMs)) recall(guest, false);
    }
    timer = undefined;
    if (guests.size > 0) watch();
  }

  return {
    recall,
    /** Puts a call in line for its isolate. */
    join(call: Call): void {
      call.guest.line.push(call);
      if (call.guest.call !== undefined) follow(call.guest);
    },
    /** Returns all calls in line, to be handed in. The first becomes the isolate's current call. */
    hand(guest: Guest): Call[] {
      const calls = number(guest, guest.line.splice(0));
      if (calls.length > 1) {
        guest.handed = calls.slice(1);
        follow(guest);
      }
      return calls;
    },
    /**
     * Call it when the engine has finished its entry for all calls that were handed in. If a call has not begun by
     * then, because the one ahead waited for something outside, it never will, even if that one has ended meanwhile.
     */
    passed(guest: Guest): void {
      if (guest.handed.length > 0 || (guest.call !== undefined && !hasBegun(guest.call)))
        takeBack(guest, true, giveBack);
    },
    /** Whether any of a call's code may have run. */
    hasBegun,
    /** A later call has begun, so this one has ended, and its result is on the way. */
    hasEnded: ({ guest, number }: Call): boolean => number > 0 && number < lastBegun(guest),
    /** Removes a call that has not begun. False: it has begun, or is the isolate's current call. */
    leave(call: Call): boolean {
      const { guest } = call;
      const inLine = guest.line.indexOf(call);
      if (inLine >= 0) return guest.line.splice(inLine, 1).length > 0;
      const handed = guest.handed.indexOf(call);
      if (handed < 0 || call.number <= halt(guest)) return false;
      guest.handed.splice(handed, 1);
      recall(guest, false);
      return true;
    },
  };
}
