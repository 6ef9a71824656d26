/** What the heads of frames between worker and executor hold. Texts and bytes travel beside them, as they are. */

/** `setup`: parts `[head, prelude code, snapshot or nothing]`. */
export interface SetupHead {
  /** The isolated-vm binary of this platform. */
  addonPath: string;
  /** The user and group to become before anything of a Function's is there. */
  uid: number | null;
}

/** `create`, id = isolate: parts `[head, bundle code]`. */
export interface CreateHead {
  memoryMb: number;
  /** Unique over all Projects; tenants take turns. */
  tenant: string;
}

/** `call`, id = call: parts `[head, facts JSON, input JSON]`; both texts go into the isolate unread. */
export interface CallHead {
  isolate: number;
  timeoutMs: number;
  cpuMs: number;
  /** Turns of it that are likely to be short may run in the executor's main thread. */
  mayRunInline: boolean;
}

/** `reply`, id = call: parts `[head, value or error JSON, bytes]`. */
export interface ReplyHead {
  op: number;
  ok: boolean;
  /** The call has done nothing outside so far. */
  isRestartable: boolean;
}

/** `host`, id = call: parts `[head, argument JSON, bytes]`. */
export interface HostHead {
  op: number;
  name: string;
}

/** `log`, id = call: parts `[head, message, data JSON or nothing]`. */
export interface LogHead {
  at: number;
  level: string;
}

/**
 * `result`, id = call: parts `[head, text, head of the reply, bytes]`.
 * `value`: text is the output's JSON; `http`, `mcp`: a reply; `error`: text is a GuestError's JSON; `requeue`: it came
 * to no end here through no fault of its own, another isolate may take the call.
 */
export interface ResultHead {
  kind: "value" | "http" | "mcp" | "error" | "terminated" | "requeue";
  reason?: "timeout" | "cpu" | "memory" | "output" | "cancelled";
  /** Of calls that were handed in together their share by the clock; together it is right. */
  cpuMs: number;
  /** Mean CPU milliseconds of calls that its isolate answered at once lately; 0: unknown. */
  paceMs: number;
  /** The isolate lives on: it may take another call. */
  reusable: boolean;
  /** It waited for something outside; of one that was given back: the one ahead of it did. */
  waited: boolean;
  /** Something of it can have run. */
  entered: boolean;
  /** It was taken for short, was not, and has done nothing that anybody could tell. */
  overran: boolean;
  /** Its isolate held more than its limit where the engine does not see it. */
  heavy?: boolean;
}

/** What a guest tells about what it threw. Everything in it is the guest's word: bounded and checked by the worker. */
export interface GuestError {
  safe: boolean;
  code: string;
  message: string;
  status: number | null;
  details?: unknown;
  stack: string | null;
  requiredCapability?: string;
  outOfMemory?: boolean;
  /** A FunctionError that the platform made, of a host call or a limit, and that nobody has caught. */
  ofPlatform?: boolean;
}

/** `ping`: without parts, or with one that is not empty where the executor is to weigh what its isolates hold. */

/** `pong`: parts `[state]`. */
export interface PongState {
  /** Calls whose present turn has been running for longer than `longTurnMs`. */
  busy: number[];
  /** Turns under way, those of calls that have ended included. */
  open: number;
  /** Isolates that do not end though disposed of: the process has to go. */
  stuck: number[];
  /** Isolates that have ended, without a call that could tell, since the last pong. */
  ended: number[];
  /** What it weighs, when the ping asked for that. */
  weight?: Weight;
}

/** What the scales of an executor say, in bytes. */
export interface Weight {
  /** What all its isolates account for. */
  bytes: number;
  /** By isolate: what it can have taken at most while others ran beside it, since weighing began. */
  possible: [isolate: number, bytes: number][];
  /** Isolates that were ended since the last pong, because they held more than their limit outside the engine's count. */
  heavy: number[];
}

/** `ready`: parts `[snapshot made by this executor, or nothing]`. */

/** How long the calls ahead may have a processor before those in line behind them are given back. */
export const mostAheadMs = 10;
export const longTurnMs = 8;
/** How long a turn may hold up the executor's main thread: far more than one takes that runs there. */
export const inlineMs = 50;
/** How long a guest may run on after its result was handed over, before its isolate is disposed of. */
export const afterglowMs = 50;
/** What a waiting handler gets to react to its aborted signal at the deadline. */
export const abortGraceMs = 25;
/** How long a disposed isolate may take to end before the process is killed. */
export const disposeGraceMs = 240;
