import type { ArtifactTool } from "@ferrule/contract/internal/artifact.ts";
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { FunctionCall } from "../../../calls/admission/function-call.ts";
import { isOfWorker, runCall, type CallEnd } from "../../../calls/admission/run-call.ts";
import {
  clientCapabilitiesKey,
  clientInfoKey,
  modernRevision,
  type Revision,
} from "../../../deployed/endpoints/bindings/revisions.ts";
import type { CallResponse } from "../../../ground/call.ts";
import { isOfferedOn } from "../../serving/exchange.ts";
import { endsWithClient, watchClient } from "../../serving/watch-client.ts";
import { acceptsEvents, AnswerStream, isProgressToken } from "../transport/answer-stream.ts";
import type { RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Params } from "../transport/method.ts";
import { callSpan, endCallSpan, unsampledContext, type SpanOfCall } from "./call-span.ts";

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
}

/** The end of a call, and how its response gets to the client. */
export interface ClientCallEnd {
  end: CallEnd;
  /** Ends the stream with the response if the call has begun one; otherwise it returns the response. */
  send: (answer: RpcAnswer) => RpcAnswer;
}

function clientInfo(meta: Params): { name: string; version: string } | null {
  const info = meta[clientInfoKey];
  if (!isObject(info) || typeof info["name"] !== "string" || typeof info["version"] !== "string") return null;
  return { name: info["name"].slice(0, 200), version: info["version"].slice(0, 100) };
}

/**
 * Listens for a caller that leaves. In 2026-07-28, a caller cancels by leaving. In earlier revisions, a call continues
 * when its event stream ends, because servers should not treat that as a cancellation. Without a stream, the call's
 * binding decides.
 */
function watchCaller(response: CallResponse, call: ClientCall, stream: AnswerStream | null) {
  const modern = call.revision === modernRevision;
  const ends = endsWithClient({ whenClientLeaves: call.whenClientLeaves }, modern || call.onlyReads);
  const hasStream = () => stream?.opened === true;
  return watchClient(response, ends || (modern && stream !== null), () =>
    modern ? ends || hasStream() : !hasStream(),
  );
}

const failedCode = (end: CallEnd): string | null =>
  end.kind === "returned" ? null : end.kind === "failed" ? end.code : "OVERLOADED";

/** Runs a Function for a client: its progress goes to the client's stream, and its span into the client's trace. */
export async function runForClient(request: McpRequest, call: ClientCall): Promise<ClientCallEnd> {
  const { exchange, context, admitted } = request;
  const { revision, meta, target } = call;
  const token = meta["progressToken"];
  const streams = !request.batched && isProgressToken(token) && acceptsEvents(exchange.request.headers.accept);
  const stream = streams ? new AnswerStream(exchange, token) : null;
  const given = revision === modernRevision ? meta[clientCapabilitiesKey] : {};
  const { left, signal, stop } = watchCaller(exchange.response, call, stream);

  const span = callSpan(request, { ...call.span, revision, meta });
  const end = await runCall(context, {
    admitted,
    called: call.called,
    bindingId: call.bindingId,
    input: call.input,
    sent: call.sent,
    form: call.form,
    entry: call.entry,
    timeoutMs: call.timeoutMs,
    target,
    mcp: {
      clientInfo: clientInfo(meta),
      capabilities: isObject(given) ? given : {},
      progress: stream !== null,
      ...(call.uri === undefined ? {} : { uri: call.uri }),
    },
    span,
    unsampled: span === undefined ? unsampledContext(request, meta) : undefined,
    signal,
    clientLeft: left,
    // An item of a batch cannot move to another worker, and neither can a response that has begun.
    isOfferedOn: () => !request.batched && stream?.opened !== true && isOfferedOn(exchange),
    onProgress: stream === null ? undefined : (done, total, message) => stream.progress(done, total, message),
  });
  stop();
  if (isOfWorker(end)) exchange.hasFailedHere = true;
  if (span !== undefined) endCallSpan(span, failedCode(end));
  return {
    end,
    send(answer) {
      if (stream?.opened !== true) return answer;
      stream.end(answer);
      return { status: 200, body: null };
    },
  };
}
