import type { Call, Guest } from "./call.ts";
import { inlineMs } from "./messages.ts";

/** So many turns on end have to be brisk, and that is the CPU time one may take to be it. */
const briskTurns = 16;
const briskMs = 1;

/**
 * The engine wakes a thread at the end of each turn's time limit, though the turn has long ended; those that fall together wake
 * it once. So limits end on a grid, and are up to so much longer (20 µs of CPU time a call less).
 */
const gridMs = 50;

/** Begins to measure turns of an isolate; what it answers is called when they have ended. */
export function timeTurns({ isolate }: Guest, count: number): (guest: Guest) => void {
  const before = isolate.cpuTime;
  return (guest) => {
    if (isolate.isDisposed) return;
    const tookMs = Number(isolate.cpuTime - before) / 1e6 / count;
    guest.brisk = tookMs <= briskMs ? guest.brisk + count : 0;
  };
}

/**
 * Whether a turn of a call may run in the main thread of this process, where nothing else can be done meanwhile. It must be
 * likely to be short, and as nobody can be sure, the call must be one that may be begun again elsewhere.
 */
export const mayRunInline = ({ guest, head, isRestartable, stopping }: Call): boolean =>
  guest.brisk >= briskTurns && head.mayRunInline && isRestartable && stopping === undefined;

/**
 * Runs a turn in this thread: to wake one of the engine's, and to be woken by it, is most of what a short turn costs. What
 * the guest has told meanwhile happens when the turn has ended, and not at all when it has taken too long, so that a
 * call that is begun again has done nothing. `overran`: it was ended for that; its isolate must go.
 */
export function runInline(guest: Guest, args: readonly unknown[]): { error: unknown; overran: boolean } {
  const beganAt = performance.now();
  const noteTurn = timeTurns(guest, 1);
  let error: unknown;
  try {
    guest.enter!.applySync(undefined, [true, ...args], { timeout: inlineMs + gridMs - Math.floor(beganAt % gridMs) });
  } catch (thrown) {
    error = thrown ?? new Error("null was thrown");
  }
  const tookMs = performance.now() - beganAt;
  noteTurn(guest);
  const told = guest.told.splice(0);
  // The engine has no better sign of it.
  const overran = error instanceof Error && error.message === "Script execution timed out." && tookMs >= inlineMs;
  if (!overran) for (const tell of told) tell();
  return { error, overran };
}
