// Why: docs/decisions/quick-calls-in-the-main-thread.md
import type { Call, Guest } from "../call.ts";
import { inlineMs } from "../protocol/messages.ts";

/** How many turns in a row must be brisk, and the most CPU time of a brisk turn. */
const briskTurns = 16;
const briskMs = 1;

/**
 * The engine wakes a thread when a turn's time limit expires, even if the turn ended long before. Limits with the same
 * end wake it only once. So we round their ends up to a grid, which makes them up to this much longer (20 µs of CPU
 * time a call less).
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
 * Whether a turn of a call may run in the main thread of this process, where nothing else can run meanwhile. It must be
 * likely to be short, and as that is not certain, the call must be restartable elsewhere.
 */
export const mayRunInline = ({ guest, head, isRestartable, stopping }: Call): boolean =>
  guest.brisk >= briskTurns && head.mayRunInline && isRestartable && stopping === undefined;

/**
 * Runs a turn in this thread, because switching to an engine thread and back is most of a short turn's cost. The
 * guest's messages take effect when the turn ends. If the turn took too long, they never do, so the call can begin
 * again as if nothing had happened. `overran`: the turn was ended for that, and its isolate must go.
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
  // The engine offers no better sign that the turn overran.
  const overran = error instanceof Error && error.message === "Script execution timed out." && tookMs >= inlineMs;
  if (!overran) for (const tell of told) tell();
  return { error, overran };
}
