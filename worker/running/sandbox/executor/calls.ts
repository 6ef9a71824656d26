import { RenewedMap } from "@ferrule/kit/renewed-map.ts";
import { RenewedSet } from "@ferrule/kit/renewed-set.ts";
import { startCall } from "./begin-call.ts";
import { createBridge } from "./bridge.ts";
import type { CallTable } from "./call-table.ts";
import type { Guest } from "./call.ts";
import { createCallMeter } from "./meters/call-meter.ts";
import type { Channel } from "./protocol/channel.ts";
import { deliver } from "./deliver.ts";
import { discard, giveBack } from "./end-call.ts";
import { inspect } from "./inspect.ts";
import { createLines } from "./scheduling/lines.ts";
import type { CallHead, PongState, ReplyHead, ResultHead } from "./protocol/messages.ts";
import type { Platform } from "./isolates/platform.ts";
import { createResults } from "./results.ts";
import { createScales } from "./meters/scales.ts";
import { stopCall } from "./stop-call.ts";
import { createTurnGate } from "./scheduling/turn-gate.ts";
import { advance } from "./turns.ts";

function createCallTable(channel: Channel, guests: Map<number, Guest>, platform: Platform): CallTable {
  const scales = createScales(guests);
  const meter = createCallMeter(guests);
  const table: CallTable = {
    channel,
    platform,
    guests,
    calls: new RenewedMap(),
    dying: new Set(),
    untold: [],
    due: new RenewedSet(),
    heavy: [],
    underWay: 0,
    scales,
    gate: createTurnGate(() => scales.isOn),
    lines: createLines((call, waited) => giveBack(table, call, waited)),
    meter,
    results: createResults(channel, meter),
  };
  return table;
}

/** Handles all calls in this executor: the worker's frames, and the bridge that guests call. */
export function createCalls(channel: Channel, guests: Map<number, Guest>, platform: Platform) {
  const table = createCallTable(channel, guests, platform);
  const bridge = createBridge(table);
  return {
    bridge,
    /** No call is in this process. */
    isIdle: (): boolean => table.calls.size === 0,
    discard: (guest: Guest): void => discard(table, guest),
    start: (id: number, head: CallHead, facts: string, input: string): void =>
      startCall(table, bridge, id, head, facts, input),
    /** We handle all frames that arrived together first, so that calls for one isolate are handed in together. */
    taken(): void {
      for (const guest of table.due) advance(table, guest);
      table.due.clear();
    },
    reply(id: number, head: ReplyHead, text: string, bytes: Buffer): void {
      const call = table.calls.get(id);
      if (call !== undefined) deliver(table, call, head.op, head.ok, text, bytes, head.isRestartable);
    },
    stop: (id: number, reason: string, graceMs: number): void =>
      stopCall(table, id, reason as NonNullable<ResultHead["reason"]>, graceMs),
    /** Responds to a ping. */
    inspect: (now: number, longTurnMs: number, weigh: boolean): PongState => inspect(table, now, longTurnMs, weigh),
  };
}
