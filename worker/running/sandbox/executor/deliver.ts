import type { CallTable } from "./call-table.ts";
import type { Call } from "./call.ts";
import { turn } from "./turns.ts";

/**
 * Copies bytes for an isolate into separate memory. Otherwise, to pass a part of a larger buffer, the engine would copy
 * the whole buffer.
 */
function ownCopy({ platform }: CallTable, bytes: Uint8Array): unknown {
  const own = new platform.ivm.ExternalCopy(new Uint8Array(bytes).buffer, { transferOut: true });
  return own.copyInto({ release: true, transferIn: true });
}

/**
 * Hands the result of a host call to its call. `isRestartable`: the call has changed nothing outside so far, although
 * host calls under way may still do so.
 */
export function deliver(
  table: CallTable,
  call: Call,
  op: number,
  ok: boolean,
  text: string,
  bytes: Uint8Array,
  isRestartable = call.isRestartable,
): void {
  if (call.guest.call !== call || (call.stopping !== undefined && !call.isClosing)) return;
  call.askedBytes -= call.asked.get(op) ?? 0;
  call.asked.delete(op);
  call.isRestartable = isRestartable && call.asked.size === 0;
  turn(table, call, ["reply", op, ok, text, bytes.byteLength === 0 ? undefined : ownCopy(table, bytes)]);
}
