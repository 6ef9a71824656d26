import type { CallTable } from "./call-table.ts";
import type { Guest } from "./call.ts";
import { chargeableMs } from "./meters/cpu-meter.ts";
import { discard, settle, terminate } from "./end-call.ts";
import { afterglowMs, disposeGraceMs, type PongState } from "./protocol/messages.ts";

/**
 * Ends isolates that still run after their result or beyond their CPU limit. Returns the call that is in a long turn.
 */
function inspectGuest(table: CallTable, guest: Guest, ranMs: number, longTurnMs: number): number | undefined {
  const { call } = guest;
  if (call === undefined) {
    if (ranMs > afterglowMs) {
      table.untold.push(guest.id);
      discard(table, guest);
    }
    return undefined;
  }
  if (table.lines.hasEnded(call)) return undefined;
  if (!table.lines.hasBegun(call) && chargeableMs(call.cpu) > afterglowMs) {
    settle(table, call, "requeue", {});
    return undefined;
  }
  if (chargeableMs(call.cpu) > call.head.cpuMs && (call.stopping === undefined || call.isClosing))
    terminate(table, call, "cpu");
  return ranMs > longTurnMs ? call.id : undefined;
}

/** Responds to a ping. It also ends isolates that still run after their result or beyond their CPU limit. */
export function inspect(table: CallTable, now: number, longTurnMs: number, weigh: boolean): PongState {
  const { guests, dying, scales } = table;
  let open = 0;
  scales.turn(weigh);
  table.results.sendLate(table.meter.look());
  const busy: number[] = [];
  for (const guest of guests.values()) {
    if (guest.openTurns === 0) continue;
    open += 1;
    const id = inspectGuest(table, guest, now - guest.busySince, longTurnMs);
    if (id !== undefined) busy.push(id);
  }
  const stuck: number[] = [];
  for (const guest of dying) {
    open += 1;
    if (guest.disposedAt !== undefined && now - guest.disposedAt > disposeGraceMs) stuck.push(guest.id);
  }
  const state: PongState = { busy, open, stuck, ended: table.untold.splice(0) };
  if (weigh || table.heavy.length > 0) state.weight = scales.weigh(table.heavy.splice(0));
  return state;
}
