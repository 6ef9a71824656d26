import type { CookiePlace } from "@ferrule/contract/guest/set-cookie.ts";
import type { Caller, HostCallNote, LogEntry, OutboundCall } from "@ferrule/contract/internal/execution.ts";
import type { Carrier, Span } from "@ferrule/kit/tracing/span.ts";
import type { RunWait, StoredStep } from "@ferrule/contract/internal/runs.ts";
import type { AskedQuestion, CallStep } from "@ferrule/contract/mcp/questions/question.ts";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { Environment, ExecutionSource } from "@ferrule/contract/states.ts";
import type { CancelSignal } from "../../../ground/cancellation.ts";

/** The host calls of a run of tests. */
export const testCalls = ["tests.accept", "tests.settle", "tests.report"] as const;
export type TestCall = (typeof testCalls)[number];

/** The head of a response. `status` null: the binding's status. */
export interface AnswerHead {
  status: number | null;
  headers: Record<string, string | string[]>;
}

/** Receives a response that is streamed during the call. */
export interface AnswerSink {
  readonly opened: boolean;
  /** Sends the head. False: the client wants no body. `cancel` ends the call when its client disconnects. */
  open: (head: AnswerHead, cancel: () => void) => boolean;
  /** Sends a chunk, and resolves when there is room for the next. @throws HostCallError */
  write: (chunk: Uint8Array) => Promise<void>;
}

/** A bundle's texts, or their bytes in UTF-8. */
export interface LoadedBundle {
  code: string | Uint8Array;
  sourceMap: string | Uint8Array;
}

/** One call of a Function: its facts, its bundle, its permissions and its limits. */
export interface Invocation {
  executionId: string;
  requestId: string;
  source: ExecutionSource;
  environment: Environment;
  tenantId: string;
  caller: Caller;
  projectId: string;
  functionId: string;
  functionName: string;
  deploymentId: string | null;
  /** The endpoint through which the call came. None when somebody runs it directly. */
  endpointId?: string | null;
  /** The preview that the call came through, which has a cache of its own. Unset outside previews. */
  previewId?: string;
  /** Starts at 1. */
  attempt: number;
  /** One ES module that may import only `ferrule`. `load` runs if neither a warm isolate nor a cache has the module. */
  bundle: { digest: string; load: () => Promise<LoadedBundle> };
  /** The effective grant. */
  grant: Permissions;
  /** Part of the isolate's key. Equal grants have equal keys. */
  grantKey: string;
  timeoutMs: number;
  memoryMb: number;
  /** The caller of `invoke` has validated it. */
  inputJson: string;
  http?: {
    method: string;
    path: string;
    headers: Record<string, string>;
    query: Record<string, string | string[]>;
    /** The place where the response may set cookies. Null or unset: nowhere. */
    cookiePlace?: CookiePlace | null;
  };
  /** The body of that request, unchanged. */
  httpBody?: Uint8Array;
  /** The public URL of the call, with path and query. */
  httpUrl?: string;
  /** Receives the response if the Function streams it. Only with `http`. */
  answerSink?: AnswerSink;
  /** Set if the call runs later than its request came: the request's time, in epoch milliseconds. */
  httpReceivedAt?: number;
  mcp?: {
    clientInfo: { name: string; version: string } | null;
    capabilities: Record<string, unknown>;
    progress: boolean;
    /** The URI of the resource that the client reads. Unset for other calls. */
    uri?: string;
    /** What the client can ask its person. Unset: nothing. */
    asks?: { form: boolean; url: boolean; lists: boolean };
    /** Steps and answers from before the questions of this call were answered. */
    steps?: readonly CallStep[];
  };
  /** Calls this export of the module instead of the default one. */
  entry?: "complete";
  /** Set for an attempt of a run. Times are epoch milliseconds, by this worker's clock. */
  run?: {
    id: string;
    /** Starts at 1. */
    attempt: number;
    startedAt: number;
    deadline: number;
    parentId: string | null;
    /** False: a plain Function, whose call waited for an approval. */
    durable: boolean;
    steps: readonly StoredStep[];
  };
  /**
   * Set for a run of tests: what its program may ask the worker for, besides what the (empty) grant allows. Its isolate
   * serves no other call.
   */
  tests?: Record<TestCall, (argument: unknown) => unknown>;
  /** The span of the run, if the call is traced. */
  span?: Span;
  /** The trace context for the Function's own requests, if its caller asked for no trace. */
  unsampled?: Carrier;
  /** Cancels the call. */
  signal?: CancelSignal;
  /** Asked right before the Function begins, also when it begins again. False: the call is cancelled. */
  mayBegin?: () => boolean;
  /** Nobody waits for the response any more, although the call may continue. */
  clientLeft?: CancelSignal;
  onLog?: (entry: LogEntry) => void;
  /** Set when the sandbox takes the call: what it has logged so far, unmasked. */
  written?: { readonly entries: readonly LogEntry[] };
  onProgress?: (done: number, total: number | null, message: string | null) => void;
}

export type TerminationReason = "timeout" | "cpu" | "memory" | "output" | "cancelled";

export type Reply =
  /** `status` null: the binding's status. */
  | { kind: "http"; status: number | null; headers: Record<string, string | string[]>; body: Uint8Array }
  | { kind: "mcp"; contentJson: string };

export interface Returned {
  kind: "returned";
  outputJson: string;
  reply: null | Reply;
}

export interface Threw {
  kind: "threw";
  code: string;
  message: string;
  /** True for a FunctionError, whose code the caller may see. */
  safe: boolean;
  /**
   * Set if the Function did not throw it on purpose: it is an error of the platform, which names internals. If it is
   * not set, the caller gets the message and details.
   */
  ofPlatform?: true;
  status: number | null;
  details: unknown;
  /** Source-mapped, without the platform's own frames. */
  stack: string | null;
  /** Set by `ctx.mcp.requireCapability`. */
  requiredCapability?: string;
}

export interface Terminated {
  kind: "terminated";
  reason: TerminationReason;
  message: string;
}

/**
 * An attempt of a durable run ended, because the run waits. The details of an approval are unmasked, and its digest is
 * that of the unmasked question.
 */
export interface Suspended {
  kind: "suspended";
  /** At least one. */
  waits: RunWait[];
}

/** A call waits for answers of its caller's person. Its Function then runs again, with the steps and the answers. */
export interface Asked {
  kind: "asked";
  /** At least one. */
  questions: AskedQuestion[];
  /** The steps that ended in this attempt. */
  steps: CallStep[];
}

export type Outcome = Returned | Threw | Terminated | Suspended | Asked;

export interface InvocationResult {
  outcome: Outcome;
  /** The time at which the executor got the call, in epoch milliseconds. */
  startedAt: number;
  queueMs: number;
  durationMs: number;
  cpuMs: number;
  /** The call got a new isolate. */
  coldStart: boolean;
  logs: LogEntry[];
  calls: OutboundCall[];
  hostCalls: HostCallNote[];
  hostCallsOmitted: number;
  /** A request has left the worker for this call, so the call must not be repeated automatically. */
  touchedOutside: boolean;
}

/** Runs one call. The result covers every possible end. */
export type Invoke = (invocation: Invocation) => Promise<InvocationResult>;
