import type { HostCallNote, OutboundCall } from "@ferrule/contract/internal/execution.ts";
import type { RenewedMap } from "@ferrule/kit/renewed-map.ts";
import type { RenewedSet } from "@ferrule/kit/renewed-set.ts";
import type { Cancellation } from "./call/cancellation.ts";
import type { Invocation, InvocationResult, TerminationReason } from "./call/invocation.ts";
import type { createLogCollector } from "./call/log-collector.ts";
import type { SoloOwner } from "./pool/solo-places.ts";
import type { Weighing } from "./pool/weighing.ts";
import type { ExecutorProcess } from "./process/executor-process.ts";

/** One call. A call, its isolate and its executor refer to one another, so their types live together. */
export interface RunningCall {
  /** Differs for each attempt, so that late frames of an earlier attempt match no call. */
  id: number;
  readonly invocation: Invocation;
  readonly functionKey: string;
  readonly isolateKey: string;
  readonly group: string;
  readonly logs: ReturnType<typeof createLogCollector>;
  calls: OutboundCall[];
  /** Host calls of this attempt, and how many more there were than are noted. */
  notes: HostCallNote[];
  notesOmitted: number;
  touched: boolean;
  attempts: number;
  /** Attempts that do not count: the call was not entered, or something else brought its executor down. */
  excused: number;
  /** It may have brought its executor down, so it runs alone from now on to find out. */
  suspect: boolean;
  /** It may stand behind another call in an isolate. It loses this once it stood in vain. */
  mayStand: boolean;
  /** Its turns may run in the main thread of its executor. */
  mayRunInline: boolean;
  isolate: PooledIsolate | undefined;
  executor: PooledExecutor | undefined;
  coldStart: boolean;
  /** The executor that creates its isolate, until the isolate answers. */
  booting: PooledExecutor | undefined;
  stopping: TerminationReason | undefined;
  done: boolean;
  queuedAt: number;
  startedAt: number;
  progressSent: number;
  /** What this attempt has asked of the platform. */
  hostCalls: number;
  fetches: number;
  /** Writes of a streamed answer. */
  writes: number;
  /** Frames of this attempt, and bytes of its host calls under way. */
  frames: number;
  askedBytes: number;
  deadline: NodeJS.Timeout | undefined;
  kill: NodeJS.Timeout | undefined;
  /** Host calls under way, by the guest's number. */
  ops: Map<number, Cancellation>;
  /** Aborts when this attempt ends. Created for the first host call that uses it. */
  ending: AbortController | undefined;
  settle: (result: InvocationResult) => void;
  reject: (error: unknown) => void;
}

/** An isolate of an executor, as the worker knows it. */
export interface PooledIsolate {
  id: number;
  key: string;
  functionKey: string;
  executor: PooledExecutor;
  /** How many unanswered calls it has. */
  calls: number;
  /** It takes no more calls, and ends with the last of these. */
  worn: boolean;
  /** When its last call ended. */
  idleSince: number;
}

/** An executor process with its contents. */
export interface PooledExecutor {
  process: ExecutorProcess;
  /** Empty for the spare. */
  group: string;
  /** The owner of the only Function in it. Undefined for a shared executor and for the spare. */
  owner: SoloOwner | undefined;
  ready: boolean;
  /** It has been ready for a while. */
  stood: boolean;
  /** It has been given a call. */
  entered: boolean;
  calls: RenewedMap<number, RunningCall>;
  /** Calls about to start in it, so it is not idle. */
  reserved: number;
  isolates: Map<number, PooledIsolate>;
  /** Functions of the last isolates that ended badly, because one of them may turn out to run on. */
  ended: Map<number, string>;
  /** Isolates that wait for a call. */
  idle: RenewedSet<PooledIsolate>;
  /** Calls in a long turn at the last pong, with the resident bytes before it; and all turns under way then. */
  busy: Map<number, number>;
  open: number;
  /** What its memory is made of. */
  weighing: Weighing;
  /** Resident bytes when it had not served anybody yet. */
  spareBytes: number;
  /** Resident bytes when no long turn was last running. */
  floorBytes: number;
  /** Resident bytes at the last pulse. */
  pulseBytes: number;
  /** Something in it was killed, and we do not want to keep what that left behind. */
  tainted: boolean;
  startedAt: number;
  silentPulses: number;
  /** CPU milliseconds of its main thread at its last sign of life. */
  heardAtMs: number;
  lastUsedAt: number;
  /** Takes no new calls, and ends when it has none. */
  retiring: boolean;
  /** It is being killed, so nothing more is sent there. */
  lost: boolean;
}
