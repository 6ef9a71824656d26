import type { RenewedMap } from "@ferrule/kit/renewed-map.ts";
import type { RenewedSet } from "@ferrule/kit/renewed-set.ts";
import type { createCallMeter } from "./meters/call-meter.ts";
import type { Call, Guest } from "./call.ts";
import type { Channel } from "./protocol/channel.ts";
import type { createLines } from "./scheduling/lines.ts";
import type { Platform } from "./isolates/platform.ts";
import type { createResults } from "./results.ts";
import type { createScales } from "./meters/scales.ts";
import type { createTurnGate } from "./scheduling/turn-gate.ts";

/**
 * The state of an executor's calls. Each executor has one. Functions take it as their first argument, because a closure
 * for each call would cost time on every call.
 */
export interface CallTable {
  readonly channel: Channel;
  readonly platform: Platform;
  readonly guests: Map<number, Guest>;
  readonly calls: RenewedMap<number, Call>;
  /** Isolates that we disposed of and in which a turn still runs. */
  readonly dying: Set<Guest>;
  /** Isolates that are gone, but that no call's result has reported. The next pong does. */
  readonly untold: number[];
  /** Isolates that got calls from the frames being read. */
  readonly due: RenewedSet<Guest>;
  /** Isolates that were ended for their memory since the last pong. */
  readonly heavy: number[];
  /** Turns that have not ended, over all isolates. */
  underWay: number;
  readonly scales: ReturnType<typeof createScales>;
  readonly gate: ReturnType<typeof createTurnGate>;
  readonly lines: ReturnType<typeof createLines>;
  readonly meter: ReturnType<typeof createCallMeter>;
  readonly results: ReturnType<typeof createResults>;
}
