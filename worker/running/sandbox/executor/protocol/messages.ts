/** The heads of frames between worker and executor. Texts and bytes travel beside them, unchanged. */

/** `setup`: parts `[head, prelude code, snapshot or nothing]`. */
export interface SetupHead {
  /** The isolated-vm binary for this platform. */
  addonPath: string;
  /** The user and group to switch to before any code of a Function is loaded. */
  uid: number | null;
}

/** `create`, id = isolate: parts `[head, bundle code]`. */
export interface CreateHead {
  memoryMb: number;
  /** Unique over all Projects. Tenants take turns. */
  tenant: string;
}

/** `call`, id = call: parts `[head, facts JSON, input JSON]`. Both texts go into the isolate unparsed. */
export interface CallHead {
  isolate: number;
  cpuMs: number;
  /** Turns that are likely to be short may run in the executor's main thread. */
  mayRunInline: boolean;
}

/** `reply`, id = call: parts `[head, value or error JSON, bytes]`. */
export interface ReplyHead {
  op: number;
  ok: boolean;
  /** Whether the call has changed nothing outside so far. */
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
 * `result`, id = call: parts `[head, text, head of the reply, bytes]`. `value`: text is the output's JSON; `http`,
 * `mcp`: a reply; `error`: text is a GuestError's JSON; `suspended`: text is the JSON of a run's waits; `requeue`: another isolate may take the call, because it could
 * not end here and is innocent.
 */
export interface ResultHead {
  kind: "value" | "http" | "mcp" | "error" | "terminated" | "requeue" | "suspended";
  reason?: "timeout" | "cpu" | "memory" | "output" | "cancelled";
  /** For calls that were handed in together, each figure is a share by wall time. Only their sum is exact. */
  cpuMs: number;
  /** Mean CPU milliseconds of recent calls that its isolate completed at once. 0: unknown. */
  paceMs: number;
  /** The isolate lives on and may take another call. */
  reusable: boolean;
  /** The call waited for something outside. If the call was given back, the call ahead of it waited. */
  waited: boolean;
  /** Some of its code may have run. */
  entered: boolean;
  /** It was expected to be short, but was not; it has had no visible effect. */
  overran: boolean;
  /** Its isolate exceeded its limit with memory that the engine does not count. */
  heavy?: boolean;
}

/** A guest's description of a thrown value. It is untrusted: the worker limits and checks it. */
export interface GuestError {
  safe: boolean;
  code: string;
  message: string;
  status: number | null;
  details?: unknown;
  stack: string | null;
  requiredCapability?: string;
  outOfMemory?: boolean;
  /** A FunctionError of the platform for a host call or a limit, which the Function did not catch. */
  ofPlatform?: boolean;
}

/** `ping`: no parts, or one non-empty part to make the executor weigh its isolates. */

/** `pong`: parts `[state]`. */
export interface PongState {
  /** Calls whose current turn has been running for longer than `longTurnMs`. */
  busy: number[];
  /** Turns under way, including those of ended calls. */
  open: number;
  /** Disposed isolates that do not end, so the process has to go. */
  stuck: number[];
  /** Isolates that have ended since the last pong without a call that reports it. */
  ended: number[];
  /** The weights, if the ping asked for them. */
  weight?: Weight;
}

/** The weights from an executor's scales, in bytes. */
export interface Weight {
  /** The memory that all its isolates together account for. */
  bytes: number;
  /** By isolate: the most memory that it can have taken while others ran beside it, since weighing began. */
  possible: [isolate: number, bytes: number][];
  /** Isolates that were ended since the last pong because they exceeded their limit outside the engine's count. */
  heavy: number[];
}

/** `ready`: parts `[snapshot made by this executor, or nothing]`. */

/** How long the calls ahead may use a processor before the calls behind them are given back. */
export const mostAheadMs = 10;
export const longTurnMs = 8;
/** How long a turn may block the executor's main thread: far longer than typical turns there. */
export const inlineMs = 50;
/** How long a guest may continue after its result before we dispose of its isolate. */
export const afterglowMs = 50;
/** How long a waiting handler may react to its aborted signal at the deadline. */
export const abortGraceMs = 25;
/**
 * How long a streamed response without a reader may run its clean-up: a generator's `finally` (docs/http.md, Streams).
 */
export const closeGraceMs = 2_000;
/** How long a disposed isolate may take to end before the process is killed. */
export const disposeGraceMs = 240;
