import type { CallTable } from "./call-table.ts";
import { newCall, type Call } from "./call.ts";
import { giveBack, refuseGone, settle, settleError } from "./end-call.ts";
import { loadError } from "./protocol/guest-bounds.ts";
import type { Bridge } from "./isolates/guest-isolate.ts";
import type { CallHead } from "./protocol/messages.ts";
import { inTurn, track, turn } from "./turns.ts";

/** Enters the first call of an isolate, which evaluates the Function's module. */
async function begin(table: CallTable, call: Call): Promise<void> {
  const { guest } = call;
  try {
    await guest.booted;
    if (table.calls.get(call.id) !== call || guest.disposedAt !== undefined) return;
    call.number = ++guest.numbers;
    turn(table, call, ["call", call.number, call.facts, call.input]);
    const { load } = guest;
    if (load !== undefined)
      inTurn(table, guest, () => (guest.call === call ? track(table, call, load()) : Promise.resolve()));
  } catch (error) {
    if (guest.isolate.isDisposed) settle(table, call, "terminated", { reason: call.stopping ?? "memory" });
    else settleError(table, call, loadError(error));
  }
}

/** Takes a call from the worker: starts it, puts it into its isolate's line, or gives it back. */
export function startCall(
  table: CallTable,
  bridge: Bridge,
  id: number,
  head: CallHead,
  facts: string,
  input: string,
): void {
  const guest = table.guests.get(head.isolate);
  if (guest === undefined || guest.isolate.isDisposed) return refuseGone(table, id);
  const call = newCall(id, guest, head, facts, input);
  table.calls.set(id, call);
  const ahead = guest.call;
  if (ahead === undefined && guest.load !== undefined) {
    guest.call = call;
    begin(table, call).catch(() => bridge.broken(guest));
  } else if (ahead !== undefined && guest.openTurns === 0 && ahead.turns > 0) {
    // Between two turns of a call, its isolate waits for something outside.
    giveBack(table, call, true);
  } else {
    table.lines.join(call);
    table.due.add(guest);
  }
}
