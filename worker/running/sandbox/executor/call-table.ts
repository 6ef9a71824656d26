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
 * The state of an executor's calls. Each executor has one. Functions take it as their first argument, because creating
 * closures for each call would take time.
 */
export interface CallTable {
  readonly channel: Channel;
  readonly platform: Platform;
  readonly guests: Map<number, Guest>;
  readonly calls: RenewedMap<number, Call>;
  /** Disposed isolates in which a turn still runs. */
  readonly dying: Set<Guest>;
  /** Isolates that are gone without a call's result that reports it. The next pong reports them. */
  readonly untold: number[];
  /** Isolates that got calls from the current frames. */
  readonly due: RenewedSet<Guest>;
  /** Isolates that ended because of their memory since the last pong. */
  readonly heavy: number[];
  /** Unfinished turns of all isolates. */
  underWay: number;
  readonly scales: ReturnType<typeof createScales>;
  readonly gate: ReturnType<typeof createTurnGate>;
  readonly lines: ReturnType<typeof createLines>;
  readonly meter: ReturnType<typeof createCallMeter>;
  readonly results: ReturnType<typeof createResults>;
}
