// Why: docs/decisions/quick-calls-in-the-main-thread.md
import type { Call, Guest } from "../call.ts";
import { inlineMs } from "../protocol/messages.ts";

/** How many turns in a row must be brisk, and the CPU limit of a brisk turn. */
const briskTurns = 16;
const briskMs = 1;

/**
 * When a turn's time limit expires, the engine wakes a thread, even if the turn ended long before. For limits with the
 * same end, it wakes the thread only once. So we round their ends up to a grid, which extends them by up to this much
 * and saves 20 µs of CPU time a call.
 */
const gridMs = 50;

/** Starts measuring turns of an isolate. Call the returned function when they have ended. */
export function timeTurns({ isolate }: Guest, count: number): (guest: Guest) => void {
  const before = isolate.cpuTime;
  return (guest) => {
    if (isolate.isDisposed) return;
    const tookMs = Number(isolate.cpuTime - before) / 1e6 / count;
    guest.brisk = tookMs <= briskMs ? guest.brisk + count : 0;
  };
}

/**
 * Whether a turn of a call may run in this process's main thread, where nothing else can run meanwhile. The turn must
 * be likely to be short. Since it may still be long, the call must be restartable elsewhere.
 */
export const mayRunInline = ({ guest, head, isRestartable, stopping }: Call): boolean =>
  guest.brisk >= briskTurns && head.mayRunInline && isRestartable && stopping === undefined;

/**
 * Runs a turn in this thread, because most of a short turn's cost is switching to an engine thread and back. The
 * guest's messages take effect when the turn ends. If the turn took too long, they never take effect, so the call can
 * start again as if nothing had happened. `overran`: the turn was ended for this reason, and its isolate must go.
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
  // The engine gives no better sign that the turn overran.
  const overran = error instanceof Error && error.message === "Script execution timed out." && tookMs >= inlineMs;
  if (!overran) for (const tell of told) tell();
  return { error, overran };
}
