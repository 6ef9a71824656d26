import assert from "node:assert/strict";
import { test } from "node:test";
import type { CallTable } from "./call-table.ts";
import { newCall, type Guest } from "./call.ts";
import { createLines, newCell } from "./scheduling/lines.ts";
import { stopCall } from "./stop-call.ts";

/** An isolate with three calls that were handed in, of which `begun` have begun. */
function handedIn(begun: number) {
  const guest = {
    id: 1,
    line: [],
    handed: [],
    cell: newCell(),
    isolate: { cpuTime: 0n },
    openTurns: 1,
  } as unknown as Guest;
  const head = { isolate: 1, cpuMs: 1_000, mayRunInline: false };
  const sent: number[] = [];
  const lines = createLines((call) => sent.push(call.id));
  const calls = new Map([1, 2, 3].map((id) => [id, newCall(id, guest, head, "{}", "null")]));
  guest.line.push(...calls.values());
  lines.hand(guest);
  Atomics.store(guest.cell, 0, begun);
  // The functions that a stop may use. Any other one throws.
  const channel = { send: (_kind: number, id: number) => sent.push(id) };
  const table = { calls, lines, channel } as unknown as CallTable;
  return { table, guest, sent };
}

test("a call that has ended, with the next one begun, is not stopped, and neither is its isolate", () => {
  const { table, guest, sent } = handedIn(3);
  stopCall(table, 2, "cancelled");
  assert.deepEqual(sent, []);
  assert.deepEqual(
    [...table.calls.values()].map(({ id }) => id),
    [1, 2, 3],
  );
  assert.deepEqual(
    guest.handed.map(({ id }) => id),
    [2, 3],
  );
});

test("a call that has not begun is taken out, and those behind it go elsewhere", () => {
  const { table, guest, sent } = handedIn(1);
  stopCall(table, 2, "cancelled");
  assert.deepEqual(sent, [3, 2]);
  assert.deepEqual([...table.calls.values()].map(({ id }) => id).slice(0, 1), [1]);
  assert.deepEqual(guest.handed, []);
});
