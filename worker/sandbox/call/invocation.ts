import type { Caller, HostCallNote, LogEntry, OutboundCall } from "@ferrule/contract/internal/execution.ts";
import type { Permissions } from "@ferrule/contract/internal/permissions.ts";
import type { Environment, ExecutionSource } from "@ferrule/contract/states.ts";

/** The head of an answer. `status` null: the binding's. */
export interface AnswerHead {
  status: number | null;
  headers: Record<string, string | string[]>;
}

/** Takes an answer that is sent while its call goes on. */
export interface AnswerSink {
  readonly opened: boolean;
  /** Sends the head. False: nobody wants a body. `cancel` ends the call, when its client has left. */
  open: (head: AnswerHead, cancel: () => void) => boolean;
  /** Sends a chunk, and resolves when there is room for another. @throws HostCallError */
  write: (chunk: Uint8Array) => Promise<void>;
}

/** One call of a Function: the facts of the call, the bundle that answers it, what it may do and how far it may go. */
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
  /** Through which endpoint it came; none where it is run by somebody. */
  endpointId?: string | null;
  /** Starts at 1. */
  attempt: number;
  /** One ES module whose only possible import is `ferrule`. `load` runs only when no warm isolate and no cache has it. */
  bundle: { digest: string; load: () => Promise<{ code: string; sourceMap: string }> };
  /** The effective grant. */
  grant: Permissions;
  /** Part of the isolate's key; equal for equal grants. */
  grantKey: string;
  timeoutMs: number;
  memoryMb: number;
  /** Validated by the caller. */
  inputJson: string;
  http?: { method: string; path: string; headers: Record<string, string>; query: Record<string, string | string[]> };
  /** The body of that request as it was sent. */
  httpBody?: Uint8Array;
  /** The public address that was called, with path and query. */
  httpUrl?: string;
  /** Where it may send an answer piece by piece; only with `http`. */
  answerSink?: AnswerSink;
  /** When that request came, where the call runs later: epoch milliseconds. */
  httpReceivedAt?: number;
  mcp?: {
    clientInfo: { name: string; version: string } | null;
    capabilities: Record<string, unknown>;
    progress: boolean;
  };
  /** Cancels the call. */
  signal?: AbortSignal;
  onLog?: (entry: LogEntry) => void;
  onProgress?: (done: number, total: number | null, message: string | null) => void;
}

export type TerminationReason = "timeout" | "cpu" | "memory" | "output" | "cancelled";

export type Reply =
  /** `status` null: the binding's. */
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
  /** True for a FunctionError, whose code may reach the caller. */
  safe: boolean;
  /**
   * The Function has not thrown it on purpose: it is what the platform told it, and names what is inside. Otherwise the
   * caller gets its message and details.
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

export type Outcome = Returned | Threw | Terminated;

export interface InvocationResult {
  outcome: Outcome;
  /** Epoch milliseconds at which the handler's executor was given the call. */
  startedAt: number;
  queueMs: number;
  durationMs: number;
  cpuMs: number;
  /** A new isolate was made for this call. */
  coldStart: boolean;
  logs: LogEntry[];
  calls: OutboundCall[];
  hostCalls: HostCallNote[];
  hostCallsOmitted: number;
  /** A request left the worker on behalf of this call, so it must not be run again without being asked to. */
  touchedOutside: boolean;
}

/** Runs one call. Whatever becomes of it is in the result. */
export type Invoke = (invocation: Invocation) => Promise<InvocationResult>;
