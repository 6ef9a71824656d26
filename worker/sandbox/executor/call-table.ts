import type { createCallMeter } from "./call-meter.ts";
import type { Call, Guest } from "./call.ts";
import type { Channel } from "./channel.ts";
import type { createLines } from "./lines.ts";
import type { Platform } from "./platform.ts";
import type { createResults } from "./results.ts";
import type { createScales } from "./scales.ts";
import type { createTurnGate } from "./turn-gate.ts";

/**
 * What an executor knows of its calls. There is one in each executor. Functions take it as their first argument, because a
 * closure for each call would cost time on every call.
 */
export interface CallTable {
  readonly channel: Channel;
  readonly platform: Platform;
  readonly guests: Map<number, Guest>;
  readonly calls: Map<number, Call>;
  /** Isolates that we have disposed of, and in which a turn still runs. */
  readonly dying: Set<Guest>;
  /** Isolates that have gone without a call's result to say so. The next pong says it. */
  readonly untold: number[];
  /** Isolates that were given calls by the frames that are being read. */
  readonly due: Set<Guest>;
  /** Isolates that were ended for their memory since the last pong. */
  readonly heavy: number[];
  /** Turns that have not ended, of all isolates. */
  underWay: number;
  readonly scales: ReturnType<typeof createScales>;
  readonly gate: ReturnType<typeof createTurnGate>;
  readonly lines: ReturnType<typeof createLines>;
  readonly meter: ReturnType<typeof createCallMeter>;
  readonly results: ReturnType<typeof createResults>;
}
