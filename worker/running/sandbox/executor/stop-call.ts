import type { CallTable } from "./call-table.ts";
import type { Guest } from "./call.ts";
import { decline, terminate } from "./end-call.ts";
import { abortGraceMs, type ResultHead } from "./protocol/messages.ts";
import { turn } from "./turns.ts";

/** The turn has taken so long that an abort would not reach it. */
const isStuck = ({ openTurns, busySince }: Guest): boolean =>
  openTurns > 0 && performance.now() - busySince >= abortGraceMs;

/**
 * Stops a call that the worker gives up. It aborts the call's signal after the current turn, and ends its isolate if
 * that does not help within `graceMs`. With more than the usual grace, the call's requests still get results until
 * then.
 */
export function stopCall(
  table: CallTable,
  id: number,
  reason: NonNullable<ResultHead["reason"]>,
  graceMs = abortGraceMs,
): void {
  const { calls, lines } = table;
  const call = calls.get(id);
  if (call === undefined || call.stopping !== undefined) return;
  if (lines.leave(call)) return decline(table, call, { kind: "terminated", reason, waited: false });
  // Its result is on its way, and its isolate runs another call.
  if (lines.hasEnded(call)) return;
  const isClosing = graceMs > abortGraceMs;
  if ((isStuck(call.guest) && !isClosing) || call.guest.enter === undefined) return terminate(table, call, reason);
  call.stopping = reason;
  call.isClosing = isClosing;
  turn(table, call, ["abort", reason]);
  setTimeout(() => {
    if (calls.get(id) === call) terminate(table, call, reason);
  }, graceMs);
}
