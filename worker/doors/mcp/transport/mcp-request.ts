import type { AdmittedCall, CallContext } from "../../../calls/admission/function-call.ts";
import type { Authenticated } from "../../serving/credential.ts";
import type { spend } from "../../../deployed/limits/spend.ts";
import type { RunMeans } from "../../runs/start-run.ts";
import type { QuestionMeans } from "../elicitation/question-means.ts";
import type { Exchange } from "../../serving/exchange.ts";
import type { IdText, RpcAnswer } from "./json-rpc.ts";
import type { ToolTable } from "../../../deployed/endpoints/bindings/tool-table.ts";

/** The streams on which clients listen for changes. */
export interface Listening {
  /** Whether clients may listen here. */
  readonly isOpen: boolean;
  /** Opens a stream for what the parameters ask, as far as the capabilities `offered` allow. It begins the response. */
  listen: (
    request: McpRequest,
    id: IdText,
    params: Record<string, unknown> | undefined,
    offered: Record<string, object>,
  ) => RpcAnswer;
}

/** An admitted POST under `/mcp`: the caller, the endpoint, and its deployed tools. */
export interface McpRequest {
  exchange: Exchange;
  context: CallContext;
  admitted: AdmittedCall;
  /** The deployed endpoint. */
  table: ToolTable;
  authenticated: Authenticated;
  /** Counts further requests against the limits that have already counted the first. */
  countMore: (count: number) => ReturnType<typeof spend>;
  /** The length of its body. */
  bytes: number;
  /** False when it contains a `SentNumber`. */
  isExact: boolean;
  /**
   * Whether it is an item of a batch. A batch has one response for all its items, so an item cannot stream and has no
   * status of its own.
   */
  batched: boolean;
  /** The address of the endpoint. */
  url: string;
  runs: RunMeans;
  listening: Listening;
  questions: QuestionMeans;
}
