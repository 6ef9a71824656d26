import type { HostCallNote, OutboundCall } from "@ferrule/contract/internal/execution.ts";
import type { RenewedMap } from "@ferrule/kit/renewed-map.ts";
import type { RenewedSet } from "@ferrule/kit/renewed-set.ts";
import type { Cancellation } from "./call/cancellation.ts";
import type { Invocation, InvocationResult, TerminationReason } from "./call/invocation.ts";
import type { createLogCollector } from "./call/outcome/log-collector.ts";
import type { SoloOwner } from "./pool/solo-places.ts";
import type { Weighing } from "./pool/weighing.ts";
import type { ExecutorProcess } from "./process/executor-process.ts";

/**
 * One call, until its result. A call, its attempts, isolate and executor refer to one another, so their types live
 * together.
 */
export interface RunningCall {
  readonly invocation: Invocation;
  readonly functionKey: string;
  readonly isolateKey: string;
  readonly group: string;
  readonly logs: ReturnType<typeof createLogCollector>;
  /** Its outbound requests. */
  readonly calls: OutboundCall[];
  readonly queuedAt: number;
  readonly settle: (result: InvocationResult) => void;
  readonly reject: (error: unknown) => void;
  /** It has reached outside, so it does not start again. */
  touched: boolean;
  attempts: number;
  /** Attempts that do not count: the call was never entered, or something else brought its executor down. */
  excused: number;
  /** It may have brought its executor down, so to find out, it runs alone from now on. */
  suspect: boolean;
  /** It may stand behind another call in an isolate. It loses this right once it stood in vain. */
  mayStand: boolean;
  state: CallState;
}

/** Where a call is: waiting → booting → running → stopping → ending → done. After a lost attempt it waits again. */
export type CallState =
  /** It waits for its code and for room, at most until `timer`. `attempt` is the last, lost attempt. */
  | { readonly kind: "waiting"; readonly attempt: Attempt | undefined; readonly timer: NodeJS.Timeout | undefined }
  /** Its isolate is new and has not responded yet, so the executor creates few others. */
  | { readonly kind: "booting"; readonly attempt: Attempt }
  | { readonly kind: "running"; readonly attempt: Attempt }
  /** The executor has been told to end it. `kill` ends the executor if it does not. */
  | {
      readonly kind: "stopping";
      readonly attempt: Attempt;
      readonly reason: TerminationReason;
      readonly kill: NodeJS.Timeout;
      readonly isBooting: boolean;
    }
  /** The call has left its executor, but its outcome is undecided. */
  | { readonly kind: "ending"; readonly attempt: Attempt }
  | { readonly kind: "done"; readonly attempt?: undefined };

/** One run of a call in an isolate. */
export interface Attempt {
  /** Unique among all attempts of all calls, so late frames of an earlier one match nothing. */
  readonly id: number;
  readonly call: RunningCall;
  readonly isolate: PooledIsolate;
  /** The isolate was created for it. */
  readonly isCold: boolean;
  /** Its turns may run in its executor's main thread. */
  readonly mayRunInline: boolean;
  readonly startedAt: number;
  deadline: NodeJS.Timeout | undefined;
  /** How many host calls it has made. */
  hostCalls: number;
  fetches: number;
  /** Writes of a streamed response. */
  writes: number;
  progressSent: number;
  /** Its frames, and the bytes of its host calls under way. */
  frames: number;
  askedBytes: number;
  /** Host calls under way, by the guest's number. */
  readonly ops: Map<number, Cancellation>;
  /** Its recorded host calls, and the number of further ones. */
  readonly notes: HostCallNote[];
  notesOmitted: number;
  /** Aborts when it ends. Created for the first host call that uses it. */
  ending: AbortController | undefined;
}

/** What the worker knows about an executor's isolate. */
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
  /** It has got a call. */
  entered: boolean;
  /** The attempts under way in it. */
  attempts: RenewedMap<number, Attempt>;
  /** Calls that will start in it soon, so it is not idle. */
  reserved: number;
  isolates: Map<number, PooledIsolate>;
  /** Functions of the last isolates that ended badly, because one of them may still be running. */
  ended: Map<number, string>;
  /** Isolates that wait for a call. */
  idle: RenewedSet<PooledIsolate>;
  /** At the last pong: calls in a long turn, with the resident bytes before it; and all turns under way. */
  busy: Map<number, number>;
  open: number;
  /** The facts about its memory. */
  weighing: Weighing;
  /** Resident bytes before it served anybody. */
  spareBytes: number;
  /** Resident bytes when no long turn was last running. */
  floorBytes: number;
  /** Resident bytes at the last pulse. */
  pulseBytes: number;
  /** Something in it was killed, so we do not keep the executor, because something may be left. */
  tainted: boolean;
  startedAt: number;
  silentPulses: number;
  /** CPU milliseconds of its main thread at its last sign of life. */
  heardAtMs: number;
  lastUsedAt: number;
  /** Takes no new calls, and ends when its last call does. */
  retiring: boolean;
  /** It is being killed, so we send nothing more to it. */
  lost: boolean;
}
