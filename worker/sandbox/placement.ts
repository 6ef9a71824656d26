import type { HostCallNote, OutboundCall } from "@ferrule/contract/internal/execution.ts";
import type { Invocation, InvocationResult, TerminationReason } from "./call/invocation.ts";
import type { createLogCollector } from "./call/log-collector.ts";
import type { SoloOwner } from "./pool/solo-places.ts";
import type { Weighing } from "./pool/weighing.ts";
import type { ExecutorProcess } from "./process/executor-process.ts";

/** One call. A call, its isolate and its executor point at one another, so their types live together. */
export interface RunningCall {
  /** Another number for each attempt, so that late frames of an earlier one belong to nobody. */
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
  /** Those of them in which it was not entered, or that ended through somebody else's fault. */
  excused: number;
  /** May have brought its executor down: runs alone from now on, so that it is known. */
  suspect: boolean;
  /** It may stand behind another call in an isolate: once, and not again when that was in vain. */
  mayStand: boolean;
  /** Its turns may run in the main thread of its executor. */
  mayRunInline: boolean;
  isolate: PooledIsolate | undefined;
  executor: PooledExecutor | undefined;
  coldStart: boolean;
  /** The executor that makes its isolate, until anything has been heard from that. */
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
  ops: Map<number, AbortController>;
  /** Aborted when this attempt ends; made for the first host call that asks. */
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
  /** Those that it has been given and not answered. */
  calls: number;
  /** It takes no more calls, and ends with the last of these. */
  worn: boolean;
  /** When its last call ended. */
  idleSince: number;
}

/** An executor process, and what is in it. */
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
