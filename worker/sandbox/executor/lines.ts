import type { Call, Guest } from "./call.ts";
import { mostAheadMs } from "./messages.ts";

interface Engine {
  WebAssembly: { Memory: new (size: object) => { buffer: { constructor: SharedArrayBufferConstructor } } };
}
const { WebAssembly: wasm } = globalThis as unknown as Engine;
/** The engine is told to keep it off every global object; the buffer of a memory knows it all the same. */
const SharedMemory = new wasm.Memory({ initial: 1, maximum: 1, shared: true }).buffer.constructor;

/** What a guest and this process share: see below. */
export const newCell = (): Int32Array<SharedArrayBuffer> => new Int32Array(new SharedMemory(4));

const lookMs = 5;
const recalled = -1;

type GiveBack = (call: Call, waited: boolean) => void;

/** Keeps the prelude from beginning another call. Answers the number of the last one that it has begun. */
function halt(guest: Guest): number {
  const begun = Atomics.exchange(guest.cell, 0, recalled);
  if (begun !== recalled) guest.begun = begun;
  return guest.begun;
}

/** Takes back the calls handed in that have not begun. */
function takeBack(guest: Guest, waited: boolean, giveBack: GiveBack): void {
  const begun = halt(guest);
  const unbegun = guest.handed.findIndex(({ number }) => number > begun);
  const calls = unbegun < 0 ? [] : guest.handed.splice(unbegun);
  if (guest.call !== undefined && guest.call.number > begun) {
    // Not even the first has: now it never will.
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

/** Numbers the calls that are handed in together. The first becomes the call that the isolate has. */
function number(guest: Guest, calls: Call[]): Call[] {
  // All before them have ended, or will never begin: their numbers may be given again, so these stay small.
  guest.numbers = 0;
  guest.begun = 0;
  Atomics.store(guest.cell, 0, 0);
  guest.aheadMs = 0;
  for (const call of calls) call.number = ++guest.numbers;
  guest.call = calls[0];
  return calls;
}

/** CPU milliseconds that each turn under way may have used in this time. A crowded machine is not a turn's fault. */
function shareMs(guests: ReadonlySet<Guest>, tookMs: number, used: NodeJS.CpuUsage): number {
  let turns = 0;
  for (const { openTurns } of guests) if (openTurns > 0) turns += 1;
  return Math.min(tookMs, (used.user + used.system) / 1_000 / Math.max(1, turns));
}

/** Counts time for the call that others stand behind. Answers whether it has had too much. */
function isOverdue(guest: Guest, passedMs: number): boolean {
  const { call, openTurns } = guest;
  if (call === undefined || openTurns === 0 || !hasBegun(call)) return false;
  guest.aheadMs += passedMs;
  return guest.aheadMs > mostAheadMs;
}

/**
 * Calls that stand behind another in an isolate. The worker only lets those stand there whose Function has been quick
 * lately. They are handed in together, since waking the engine's thread costs more than a short call: the prelude
 * begins each when the one before has ended, and notes its number in a cell of memory that it shares with us. So what
 * it has not begun can be taken back at any moment, and it is certain that it never will; `giveBack` hears of it.
 */
export function createLines(giveBack: GiveBack) {
  const guests = new Set<Guest>();
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = 0;
  let cpuBefore = process.cpuUsage();

  /** Takes back all that have not begun. `waited`: because the one ahead waits for something outside. */
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
    /** Stands in line for its isolate. */
    join(call: Call): void {
      call.guest.line.push(call);
      if (call.guest.call !== undefined) follow(call.guest);
    },
    /** All that stand in line, to be handed in; the first becomes the call that the isolate has. */
    hand(guest: Guest): Call[] {
      const calls = number(guest, guest.line.splice(0));
      if (calls.length > 1) {
        guest.handed = calls.slice(1);
        follow(guest);
      }
      return calls;
    },
    /**
     * The engine has passed all that were handed in. What it has not begun, because the one ahead waited for something
     * outside, it never will, even if that one has ended by now.
     */
    passed(guest: Guest): void {
      if (guest.handed.length > 0 || (guest.call !== undefined && !hasBegun(guest.call)))
        takeBack(guest, true, giveBack);
    },
    /** Whether anything of a call can have been entered. */
    hasBegun,
    /** Another has begun since: it has ended, and that is on its way. */
    hasEnded: ({ guest, number }: Call): boolean => number > 0 && number < lastBegun(guest),
    /** Takes a call out that has not begun; false: it has, or it is the one that the isolate has. */
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
