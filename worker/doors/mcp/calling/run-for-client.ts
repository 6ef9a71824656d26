import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { FunctionCall } from "../../../calls/admission/function-call.ts";
import { answered } from "@ferrule/contract/mcp/questions/question.ts";
import { failure } from "../../../calls/admission/call-failure.ts";
import { noteOf } from "../../../calls/admission/question-note.ts";
import { isOfWorker, runAskingCall, type CallEnd } from "../../../calls/admission/run-call.ts";
import { clientInfoKey, modernRevision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { CallResponse } from "../../../ground/call.ts";
import type { CancelSignal } from "../../../ground/cancellation.ts";
import type { Asked } from "../../../running/sandbox/call/invocation.ts";
import { isOfferedOn } from "../../serving/exchange.ts";
import { endsWithClient, watchClient } from "../../serving/watch-client.ts";
import { acceptsEvents, AnswerStream, isProgressToken } from "../transport/answer-stream.ts";
import type { RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Params } from "../transport/method.ts";
import { mostRounds } from "../elicitation/call-state.ts";
import { askOnStream } from "./ask-on-stream.ts";
import { inputRequired, openAsking, type Asking } from "./asking.ts";
import { callSpan, endCallSpan, unsampledContext } from "./call-span.ts";
import type { ClientCall } from "./client-call.ts";

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

/** What a client gets instead of the Function's result. */
const instead = (answer: RpcAnswer): ClientCallEnd => ({ end: failure("INTERNAL"), send: () => answer });

const tooOften: CallEnd = {
  kind: "failed",
  code: "LIMIT_EXCEEDED",
  status: 500,
  message: `The Function has asked more than ${mostRounds} times in one call.`,
};

/** One attempt of a call. Further ones begin when its questions have been answered, and waiting is not their time. */
async function attempt(
  request: McpRequest,
  call: ClientCall,
  asking: Asking,
  more: Pick<FunctionCall, "span" | "unsampled" | "signal" | "clientLeft" | "isOfferedOn" | "onProgress">,
  number: number,
): Promise<CallEnd | Asked> {
  const { called, bindingId, input, sent, form, entry, timeoutMs, target, meta, uri } = call;
  const { capabilities, askable, steps, notes } = asking;
  const now = { receivedAt: Date.now(), began: performance.now(), gatewayMs: null };
  const end = await runAskingCall(request.context, {
    admitted: number === 1 ? request.admitted : { ...request.admitted, ...now },
    called,
    bindingId,
    input,
    sent,
    form,
    entry,
    timeoutMs,
    target,
    mcp: {
      clientInfo: clientInfo(meta),
      capabilities,
      progress: more.onProgress !== undefined,
      ...(uri === undefined ? {} : { uri }),
      ...(askable === null ? {} : { asks: askable }),
      ...(steps.length === 0 ? {} : { steps }),
    },
    ...(notes.length === 0 ? {} : { questions: notes }),
    ...(number === 1 ? {} : { attempt: number }),
    ...more,
  });
  if (end.kind === "notStarted") asking.spending?.giveBack();
  return end;
}

/** Asks on the client's stream until the Function has ended. */
async function attemptsOnStream(
  request: McpRequest,
  call: ClientCall,
  stream: AnswerStream,
  run: (asking: Asking, number: number) => Promise<CallEnd | Asked>,
  { asking, left }: { asking: Asking; left: CancelSignal },
): Promise<CallEnd> {
  for (let number = 1; ; number += 1) {
    const end = await run(asking, number);
    if (end.kind !== "asked") return end;
    if (number > mostRounds) return tooOften;
    const outcomes = await askOnStream(request, call, stream, end.questions, left);
    if (outcomes === "full") return failure("OVERLOADED");
    if (outcomes === "left") return failure("UNAVAILABLE");
    asking = {
      ...asking,
      steps: [
        ...asking.steps,
        ...end.steps,
        ...outcomes.map(({ key, asked, outcome }) => answered(key, asked, outcome)),
      ],
      notes: outcomes.map((one) => noteOf(one, one.outcome, one.waitedMs)),
    };
  }
}

/**
 * Runs a Function for a client: its progress and its questions go to the client's stream, and its span into the client's
 * trace. A client of 2026-07-28 gets its questions as the response.
 */
export async function runForClient(request: McpRequest, call: ClientCall): Promise<ClientCallEnd> {
  const { exchange } = request;
  const { revision, meta } = call;
  const opening = openAsking(request, call);
  const asking = opening instanceof Promise ? await opening : opening;
  if ("refused" in asking) return instead(asking.refused);
  const modern = revision === modernRevision;
  const token = meta["progressToken"];
  const reports = !request.batched && isProgressToken(token) && acceptsEvents(exchange.request.headers.accept);
  const stream =
    reports || (!modern && asking.askable !== null) ? new AnswerStream(exchange, reports ? token : null) : null;
  const { left, signal, stop } = watchCaller(exchange.response, call, stream);
  const span = callSpan(request, { ...call.span, revision, meta });
  const more = {
    span,
    unsampled: span === undefined ? unsampledContext(request, meta) : undefined,
    signal,
    clientLeft: left,
    // An item of a batch cannot move to another worker, and neither can a response that has begun.
    isOfferedOn: () => !request.batched && stream?.opened !== true && isOfferedOn(exchange),
    onProgress:
      stream === null || !reports
        ? undefined
        : (done: number, total: number | null, message: string | null) => stream.progress(done, total, message),
  };
  const run = (now: Asking, number: number) => attempt(request, call, now, more, number);
  const asksOnStream = !modern && stream !== null && asking.askable !== null;
  const ended = asksOnStream
    ? await attemptsOnStream(request, call, stream, run, { asking, left })
    : await run(asking, 1);
  stop();
  const asked =
    ended.kind === "asked"
      ? inputRequired(request, call, asking.round + 1, [...asking.steps, ...ended.steps], ended.questions)
      : null;
  const end = ended.kind === "asked" ? tooOften : ended;
  if (isOfWorker(end)) exchange.hasFailedHere = true;
  if (span !== undefined) endCallSpan(span, asked === null ? failedCode(end) : null);
  return {
    end,
    send(answer) {
      const response = asked ?? answer;
      if (stream?.opened !== true) return response;
      stream.end(response);
      return { status: 200, body: null };
    },
  };
}
