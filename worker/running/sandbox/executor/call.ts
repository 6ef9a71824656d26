import type ivm from "isolated-vm";
import type { CpuReading } from "./meters/cpu-meter.ts";
import type { CallHead, ResultHead } from "./protocol/messages.ts";

/** One call in this executor. A call, its isolate and its result refer to one another, so their types live together. */
export interface Call {
  id: number;
  guest: Guest;
  head: CallHead;
  facts: string;
  input: string;
  cpuStart: bigint;
  cpu: CpuReading;
  /** Its number in its isolate; see lines. */
  number: number;
  /** Whether the engine tells the executor when it has finished its entry for the call. */
  isHeard: boolean;
  /** Its result, while the turn that produced it still runs. */
  ended: Ended | undefined;
  /** How often the engine has entered its isolate for it. */
  turns: number;
  /** Why it is being ended, if it is. */
  stopping: NonNullable<ResultHead["reason"]> | undefined;
  /** It is being ended, but may first end by itself while its stream cleans up. */
  isClosing: boolean;
  /** None of its requests can have changed anything outside. */
  isRestartable: boolean;
  hostCalls: number;
  /** Writes of a streamed response. */
  writes: number;
  /** How many host calls it has given up. */
  drops: number;
  logs: number;
  progress: number;
  /** Bytes of unanswered host calls, by the guest's number. */
  asked: Map<number, number>;
  askedBytes: number;
  /** Its cryptographic operations, one after another. */
  subtle: Promise<void>;
}

/** The objects that the prelude returns, and the modules around a bundle. */
export interface BootedContext {
  context: ivm.Context;
  internal: ivm.Module;
  ferrule: ivm.Module;
  entry: ivm.Module;
}

/** An isolate with its calls. */
export interface Guest {
  id: number;
  /** The tenant that pays for its turns. */
  tenant: string;
  memoryBytes: number;
  isolate: ivm.Isolate;
  /** The prelude's only entry point. Undefined until the isolate has booted. */
  enter: ivm.Reference | undefined;
  booted: Promise<BootedContext>;
  /** Evaluates the bundle, once, during the first call. */
  load: (() => Promise<void>) | undefined;
  /** The bundle is evaluated and its handler known. */
  attached: boolean;
  call: Call | undefined;
  /** Calls that were handed in after the current one, and calls to hand in after these. */
  handed: Call[];
  line: Call[];
  /** Results of calls whose turns still run. */
  ended: Ended[];
  /** How many calls were handed in, and the last one that has begun. See lines. */
  numbers: number;
  cell: Int32Array<SharedArrayBuffer>;
  begun: number;
  /** How long the calls ahead have run while others stood behind them. */
  aheadMs: number;
  /** Mean CPU milliseconds of recent calls that it completed in one turn. 0 while unknown. */
  paceMs: number;
  /** How many turns in a row left no unhandled rejection, counting only turns whose end the engine told us. */
  orderly: number;
  /** How many turns in a row were brisk. See inline-turns. */
  brisk: number;
  /** The messages that it sent during a turn in this thread. */
  told: (() => void)[];
  alarm: NodeJS.Timeout | undefined;
  /** The calls in line wait for a turn of the engine. */
  isNext: boolean;
  /** Turns under way. The engine runs them one after another. */
  openTurns: number;
  /** The time at which the oldest turn under way was requested. */
  busySince: number;
  /** The time at which we disposed of it. Undefined while it is usable. */
  disposedAt: number | undefined;
}

/** How a call ended by itself. */
export interface Ended {
  call: Call;
  head: ResultHead;
  text: string;
  replyHead: string;
  bytes: Uint8Array;
  /** Its duration by the clock, in whole milliseconds. */
  tookMs: number;
  /** The turn that produced it has ended. */
  isOver: boolean;
  /** CPU milliseconds of the process since we first saw the result waiting. */
  keptMs: number | undefined;
}

/** A call that has just arrived. */
export const newCall = (id: number, guest: Guest, head: CallHead, facts: string, input: string): Call => ({
  id,
  guest,
  head,
  facts,
  input,
  cpuStart: guest.isolate.cpuTime,
  cpu: { countedMs: 0, waitedMs: 0 },
  number: 0,
  isHeard: true,
  ended: undefined,
  turns: 0,
  stopping: undefined,
  isClosing: false,
  isRestartable: true,
  hostCalls: 0,
  writes: 0,
  drops: 0,
  logs: 0,
  progress: 0,
  asked: new Map(),
  askedBytes: 0,
  subtle: Promise.resolve(),
});
