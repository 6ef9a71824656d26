import type ivm from "isolated-vm";
import type { CpuReading } from "./cpu-meter.ts";
import type { CallHead, ResultHead } from "./messages.ts";

/** One call in this executor. A call, its isolate and its result point at one another, so their types live together. */
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
  /** The executor is told when the engine has done with what was entered for it. */
  isHeard: boolean;
  /** What it has come to, while the turn that brought it goes on. */
  ended: Ended | undefined;
  /** How often the engine has entered its isolate for it. */
  turns: number;
  /** Why it is being ended, once it is. */
  stopping: NonNullable<ResultHead["reason"]> | undefined;
  /** Nothing that it has asked for can have changed anything outside. */
  isRestartable: boolean;
  hostCalls: number;
  /** Of a streamed answer. */
  writes: number;
  /** Host calls that it has given up. */
  drops: number;
  logs: number;
  progress: number;
  /** Bytes of host calls that have not been answered, by the guest's number. */
  asked: Map<number, number>;
  askedBytes: number;
  /** Its cryptographic operations, one after the other. */
  subtle: Promise<void>;
}

/** An isolate, and the calls that it has been given. */
export interface Guest {
  id: number;
  /** Whose turns its turns are. */
  tenant: string;
  memoryBytes: number;
  isolate: ivm.Isolate;
  /** The prelude's one entrance; undefined until it has been booted. */
  enter: ivm.Reference | undefined;
  booted: Promise<void>;
  /** Evaluates the bundle, once, in the first call. */
  load: ((timeoutMs: number) => Promise<void>) | undefined;
  /** The bundle has been evaluated and its handler is known. */
  attached: boolean;
  call: Call | undefined;
  /** Handed in behind that one, and those that will be when it has done with these. */
  handed: Call[];
  line: Call[];
  /** What calls have come to, while the turns that brought it go on. */
  ended: Ended[];
  /** How many calls it has been handed in, and the last that it has begun; see lines. */
  numbers: number;
  cell: Int32Array<SharedArrayBuffer>;
  begun: number;
  /** How long it has had for those handed in together, while others stood behind. */
  aheadMs: number;
  /** Mean CPU milliseconds of the calls that it answered at once lately; 0 while unknown. */
  paceMs: number;
  /** How often on end it has been heard of that a turn rejected nothing that nobody handles. */
  orderly: number;
  /** Turns on end that were brisk; see inline-turns. */
  brisk: number;
  /** What it has told during a turn in this thread. */
  told: (() => void)[];
  alarm: NodeJS.Timeout | undefined;
  /** Those in line wait for a turn of the engine. */
  isNext: boolean;
  /** Turns under way; the engine runs them one after the other. */
  openTurns: number;
  /** When the oldest turn under way was asked for. */
  busySince: number;
  /** When we disposed of it; undefined while it is ours to use. */
  disposedAt: number | undefined;
}

/** What a call came to by itself. */
export interface Ended {
  call: Call;
  head: ResultHead;
  text: string;
  replyHead: string;
  bytes: Uint8Array;
  /** Whole milliseconds from its beginning to its end, by the clock. */
  tookMs: number;
  /** The turn that brought it has ended. */
  isOver: boolean;
  /** CPU milliseconds of the process since somebody noticed that it is kept. */
  keptMs: number | undefined;
}

/** A call that has arrived. */
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
