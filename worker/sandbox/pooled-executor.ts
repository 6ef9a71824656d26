import type { ExecutorProcess } from "./executor-process.ts";
import type { RunningCall } from "./running-call.ts";
import type { SoloOwner } from "./solo-places.ts";
import { newWeighing, type Weighing } from "./weighing.ts";

export interface PooledIsolate {
  id: number;
  key: string;
  functionKey: string;
  executor: PooledExecutor;
  /** Those that it has been given and not answered. */
  calls: number;
  /** It takes no more calls, and ends with the last of these. */
  worn: boolean;
  /** When its last call ended. */
  idleSince: number;
}

export interface PooledExecutor {
  process: ExecutorProcess;
  /** Empty for the spare. */
  group: string;
  /** Whose Function has it to itself; undefined where it is shared, and for the spare. */
  owner: SoloOwner | undefined;
  ready: boolean;
  calls: Map<number, RunningCall>;
  /** Calls that are about to start in it: it must not be taken for idle. */
  reserved: number;
  isolates: Map<number, PooledIsolate>;
  /** Functions of the last isolates that ended badly: one of them may turn out not to have ended. */
  ended: Map<number, string>;
  /** Isolates that wait for a call. */
  idle: Set<PooledIsolate>;
  /** Calls that were in a long turn at the last pong, each with the resident bytes before it was; turns of any kind then. */
  busy: Map<number, number>;
  open: number;
  /** What its memory is made of. */
  weighing: Weighing;
  /** Resident bytes when nothing long was running last. */
  floorBytes: number;
  /** And at the last pulse. */
  pulseBytes: number;
  /** Something in it was ended by force: what that leaves behind is not ours to keep. */
  tainted: boolean;
  startedAt: number;
  silentPulses: number;
  /** CPU milliseconds of its main thread when it last gave a sign of life. */
  heardAtMs: number;
  lastUsedAt: number;
  /** Takes no new calls; ends when it has none. */
  retiring: boolean;
  /** We are ending it: nothing more is sent there. */
  lost: boolean;
}

/** An executor that has just been started: the spare, until it joins a group. */
export const newPooledExecutor = (process: ExecutorProcess): PooledExecutor => ({
  process,
  group: "",
  owner: undefined,
  ready: false,
  calls: new Map(),
  reserved: 0,
  isolates: new Map(),
  ended: new Map(),
  idle: new Set(),
  busy: new Map(),
  open: 0,
  weighing: newWeighing(),
  floorBytes: 0,
  pulseBytes: 0,
  tainted: false,
  startedAt: performance.now(),
  silentPulses: 0,
  heardAtMs: 0,
  lastUsedAt: performance.now(),
  retiring: false,
  lost: false,
});
