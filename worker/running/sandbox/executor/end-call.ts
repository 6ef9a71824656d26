import { encodeResultHead } from "./protocol/binary-heads.ts";
import type { CallTable } from "./call-table.ts";
import type { Call, Guest } from "./call.ts";
import { frameKinds } from "./protocol/frames.ts";
import { discardGuest } from "./isolates/guest-isolate.ts";
import type { GuestError, ResultHead } from "./protocol/messages.ts";

const empty = new Uint8Array(0);
const gone = { cpuMs: 0, paceMs: 0, reusable: false, waited: false, entered: false, overran: false };

/** Removes a call that has begun; the isolate's next call becomes the current one. False: it was already removed. */
export function leave({ calls }: CallTable, call: Call): boolean {
  if (!calls.delete(call.id)) return false;
  const { guest } = call;
  clearTimeout(guest.alarm);
  guest.alarm = undefined;
  if (guest.call !== call) return true;
  guest.call = guest.handed.shift();
  guest.busySince = performance.now();
  // Until the results of the earlier calls leave, they share one start of the count.
  if (guest.call !== undefined) guest.call.cpuStart = call.cpuStart;
  return true;
}

/** Frees an isolate, whatever runs in it. Calls in its line go elsewhere. */
export function discard({ guests, scales, lines, dying }: CallTable, guest: Guest): void {
  if (guests.delete(guest.id)) scales.forget(guest);
  discardGuest(guest);
  lines.recall(guest, false);
  if (guest.openTurns > 0) dying.add(guest);
}

/** Ends a call from outside. Its isolate is discarded. */
export function settle(
  table: CallTable,
  call: Call,
  kind: ResultHead["kind"],
  rest: Partial<ResultHead>,
  text = "",
): void {
  const { calls, lines, meter, channel } = table;
  if (!calls.has(call.id)) return;
  const { paceMs } = call.guest;
  const entered = lines.hasBegun(call);
  const cpuMs = meter.measure(call);
  discard(table, call.guest);
  leave(table, call);
  const waited = call.turns > 1;
  const head: ResultHead = { kind, cpuMs, paceMs, reusable: false, waited, entered, overran: false, ...rest };
  channel.send(frameKinds.result, call.id, encodeResultHead(head), text, "", empty);
}

export const settleError = (table: CallTable, call: Call, error: GuestError): void =>
  settle(table, call, "error", {}, JSON.stringify(error));

/** Ends a call and its isolate. The result leaves when none of the call's code runs any more. */
export function terminate(table: CallTable, call: Call, reason: NonNullable<ResultHead["reason"]>): void {
  call.stopping = reason;
  table.meter.measure(call);
  discard(table, call.guest);
  if (call.guest.openTurns === 0) settle(table, call, "terminated", { reason });
}

/** Sends results for the calls that had begun in a disposed isolate, once nothing runs in it any more. */
export function settleAll(table: CallTable, guest: Guest): void {
  for (let call = guest.call; call !== undefined; call = guest.call) {
    // A call without a reason is innocent: it had already begun when an earlier one brought the isolate down.
    if (call.stopping === undefined) settle(table, call, "requeue", {});
    else settle(table, call, "terminated", { reason: call.stopping });
  }
}

/** Sends a result for a call that was never entered. Its isolate is not to blame. */
export function decline(
  { calls, channel }: CallTable,
  call: Call,
  how: Pick<ResultHead, "kind" | "reason" | "waited">,
): void {
  if (!calls.delete(call.id)) return;
  const { disposedAt, isolate } = call.guest;
  const reusable = disposedAt === undefined && !isolate.isDisposed;
  const head: ResultHead = { cpuMs: 0, paceMs: 0, reusable, entered: false, overran: false, ...how };
  channel.send(frameKinds.result, call.id, encodeResultHead(head), "", "", empty);
}

/** Asks the worker to start a call elsewhere, because it has not begun here. */
export const giveBack = (table: CallTable, call: Call, waited: boolean): void =>
  decline(table, call, { kind: "requeue", waited });

/** Asks the worker to start a call elsewhere, because its isolate is gone. */
export const refuseGone = ({ channel }: CallTable, id: number): void =>
  channel.send(frameKinds.result, id, encodeResultHead({ kind: "requeue", ...gone }), "", "", empty);
