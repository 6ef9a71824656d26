import type { ArtifactTool } from "@ferrule/contract/internal/artifact.ts";
import type { FunctionCall } from "../../../calls/admission/function-call.ts";
import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { IdText } from "../transport/json-rpc.ts";
import type { Params } from "../transport/method.ts";
import type { SpanOfCall } from "./call-span.ts";

type Ran = "called" | "bindingId" | "input" | "sent" | "form" | "entry" | "timeoutMs" | "target";

/** A call of a Function for a client of MCP, with valid input. */
export interface ClientCall extends Pick<FunctionCall, Ran> {
  revision: Revision;
  /** The request's `_meta`. */
  meta: Params;
  span: Pick<SpanOfCall, "method" | "target" | "attributes">;
  whenClientLeaves: ArtifactTool["whenClientLeaves"];
  /** Whether it changes nothing, so that nobody misses it when its client leaves. */
  onlyReads: boolean;
  /** The URI of the resource that it reads. */
  uri?: string;
  /**
   * The request's id and parameters, with the answers to earlier questions. Unset: its method has no questions (MCP
   * 2026-07-28, MRTR, "Supported Requests").
   */
  asking?: { id: IdText; params: Params | undefined };
}
