import type { CpuReading } from "./cpu-meter.ts";
import type { Guest } from "./guest-isolate.ts";
import type { CallHead, ResultHead } from "./messages.ts";
import type { Ended } from "./results.ts";

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
  drops: 0,
  logs: 0,
  progress: 0,
  asked: new Map(),
  askedBytes: 0,
  subtle: Promise.resolve(),
});
