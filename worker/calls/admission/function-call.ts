import type { Caller, QuestionNote } from "@ferrule/contract/internal/execution.ts";
import type { Issue } from "@ferrule/contract/json-schema/issue.ts";
import type { Log } from "@ferrule/kit/log.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import type { Tracing } from "@ferrule/kit/tracing/tracing.ts";
import type { AskControlPlane } from "../../ground/control-plane-client/ask-control-plane.ts";
import type { CompiledFunction } from "../../deployed/endpoints/functions/compile-function.ts";
import type { ServedEndpoint } from "../../deployed/endpoints/served/served-endpoint.ts";
import type { Reporter } from "../executions/reporter.ts";
import type { McpTarget } from "./mcp-target.ts";
import type { AnswerSink, Invocation, Invoke, Reply } from "../../running/sandbox/call/invocation.ts";
import type { SettledEnd } from "./settled-end.ts";
import type { Slots } from "./slots.ts";

/** The parts of the worker that every call uses. */
export interface CallContext {
  slots: Slots;
  invoke: Invoke;
  reporter: Pick<Reporter, "record">;
  log: Log;
  workerId: string;
  /** Asks the control plane for stored data. */
  ask: AskControlPlane;
  /** Unset while tracing is off. */
  tracing?: Tracing | undefined;
}

/** The facts about a call after authentication: the caller and the endpoint. */
export interface AdmittedCall {
  endpoint: ServedEndpoint;
  deploymentId: string;
  source: "mcp" | "http";
  requestId: string;
  caller: Caller;
  tenantId: string;
  /** The time at which the worker had read the request's header, in epoch milliseconds. */
  receivedAt: number;
  /** `performance.now()` at the same moment. */
  began: number;
  /** How long the gateway held the request before, in milliseconds. Null when the gateway does not say. */
  gatewayMs: number | null;
}

/** The form that a caller needs of an output, besides its schema. */
export interface OutputForm {
  /** False: the schema of the output describes another one. */
  usesSchema: boolean;
  /** What is wrong with it; null when nothing is. It holds no values of the output. */
  problems: (output: unknown, reply: Reply | null) => Issue[] | null;
}

/** One call of a Function, with valid input. */
export interface FunctionCall {
  admitted: AdmittedCall;
  called: CompiledFunction;
  bindingId: string;
  input: unknown;
  /** The arguments to record, if they differ from the Function's. */
  sent?: unknown;
  http?: Invocation["http"];
  httpBody?: Invocation["httpBody"];
  httpUrl?: Invocation["httpUrl"];
  /** Set if the Function may stream its response. */
  streamed?: AnswerSink & { note: (isWhole: boolean) => unknown };
  httpReceivedAt?: Invocation["httpReceivedAt"];
  mcp?: Invocation["mcp"];
  target?: McpTarget | undefined;
  /** For a route whose caller waits: the status of the response to this end. */
  httpStatusOf?: (end: SettledEnd | { kind: "notStarted" }) => number;
  /** Default: everything that its schema allows. */
  form?: OutputForm | undefined;
  /** Default: its default export. */
  entry?: Invocation["entry"];
  /** Default: the Function's own limit. */
  timeoutMs?: number | undefined;
  /** The span of the call, if it is traced. */
  span?: Span | undefined;
  unsampled?: Invocation["unsampled"] | undefined;
  signal?: Invocation["signal"] | undefined;
  clientLeft?: Invocation["clientLeft"];
  /**
   * Whether the gateway offers the call to another worker if this one does not start it. Default: it does not. If it
   * does, the other worker records the call: a call is one execution, however many workers had no room for it.
   */
  isOfferedOn?: () => boolean;
  onProgress?: Invocation["onProgress"];
  /** The outcomes of its questions since its last attempt. */
  questions?: readonly QuestionNote[];
  /** Set for a call that runs after its admission: its execution's id, its attempt and its delivery. */
  executionId?: string;
  attempt?: number;
  deliveryId?: string;
  /** Whether it uses a slot for background work. */
  isBackground?: boolean;
}
