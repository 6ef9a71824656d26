import type { Caller } from "@ferrule/contract/internal/execution.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import type { Tracing } from "@ferrule/kit/tracing/tracing.ts";
import type { AskControlPlane } from "../../ground/control-plane-client/ask-control-plane.ts";
import type { CompiledFunction } from "../../deployed/endpoints/compile-function.ts";
import type { ServedEndpoint } from "../../deployed/endpoints/served-endpoint.ts";
import type { Reporter } from "../executions/reporter.ts";
import type { AnswerSink, Invocation, Invoke } from "../../running/sandbox/call/invocation.ts";
import type { Slots } from "./slots.ts";

/** What every call passes through. */
export interface CallContext {
  slots: Slots;
  invoke: Invoke;
  reporter: Pick<Reporter, "record">;
  log: Log;
  workerId: string;
  /** Asks the control plane for what it stores. */
  ask: AskControlPlane;
  /** Unset while tracing is off. */
  tracing?: Tracing | undefined;
}

/** What is known of a call once it is authenticated: the caller and the endpoint. */
export interface AdmittedCall {
  endpoint: ServedEndpoint;
  deploymentId: string;
  source: "mcp" | "http";
  requestId: string;
  caller: Caller;
  tenantId: string;
  /** Epoch milliseconds at which the worker finished reading the request's header. */
  receivedAt: number;
  /** `performance.now()` at the same moment. */
  began: number;
  /** How long the gateway held the request before, in milliseconds. Null when the gateway does not say. */
  gatewayMs: number | null;
}

/** One call of a Function, its input validated. */
export interface FunctionCall {
  admitted: AdmittedCall;
  called: CompiledFunction;
  bindingId: string;
  input: unknown;
  /** What is recorded for it, where its arguments had to be read otherwise than they were sent. */
  sent?: unknown;
  http?: Invocation["http"];
  httpBody?: Invocation["httpBody"];
  httpUrl?: Invocation["httpUrl"];
  /** Where the Function may stream its answer. */
  streamed?: AnswerSink & { note: (isWhole: boolean) => unknown };
  httpReceivedAt?: Invocation["httpReceivedAt"];
  mcp?: Invocation["mcp"];
  /** The step that the call is, where it is traced. */
  span?: Span | undefined;
  unsampled?: Invocation["unsampled"] | undefined;
  signal?: Invocation["signal"] | undefined;
  clientLeft?: Invocation["clientLeft"];
  /**
   * Whether another worker is asked when this one does not begin the call. Unset: none is. The other worker then
   * records the call, because a call is one execution, however many workers were too full for it.
   */
  isOfferedOn?: () => boolean;
  onProgress?: Invocation["onProgress"];
  /** Of a call that runs later than it was admitted: what it is called, which attempt it is, and of which delivery. */
  executionId?: string;
  attempt?: number;
  deliveryId?: string;
  /** It takes one of the slots that background work may have. */
  isBackground?: boolean;
}
