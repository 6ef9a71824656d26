import type { Asked, Invocation, InvocationResult } from "../../running/sandbox/call/invocation.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import { errors } from "@ferrule/contract/errors.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { smallText, threadTurns } from "@ferrule/kit/turns/thread-turns.ts";
import { failure } from "./call-failure.ts";
import { failedEnd, measuredOf, nothingRan, recordOf, recordRejection } from "./execution-record.ts";
import { endExecutionSpan, executionSpan } from "./execution-span.ts";
import type { CallContext, FunctionCall } from "./function-call.ts";
import { noteOf } from "./question-note.ts";
import { slotRequest } from "./slots.ts";
import { settleOutcome } from "./settle-outcome.ts";
import type { SettledEnd } from "./settled-end.ts";

/** `notStarted`: no slot became free, and the Function did not run. */
export type CallEnd = SettledEnd | { kind: "notStarted" };

/**
 * Whether the outcome of an attempt completes its delivery. If a Function returns an error status, its run succeeded,
 * but nothing was delivered.
 */
export const hasDelivered = (end: CallEnd): boolean =>
  end.kind === "returned" && (end.reply?.kind !== "http" || (end.reply.status ?? 200) < 400);

async function invoke(
  context: CallContext,
  call: FunctionCall,
  executionId: string,
  inputJson: string,
  span: Span | undefined,
) {
  const { admitted, called, http, httpBody, httpUrl, httpReceivedAt, streamed, mcp, signal, clientLeft, onProgress } =
    call;
  const { endpoint, requestId, source, tenantId, caller, deploymentId } = admitted;
  const { id, name, timeoutMs, memoryMb } = called.artifact;
  const { grant, grantKey } = endpoint.grantOf(called);
  const invocation: Invocation = {
    executionId,
    requestId,
    source,
    environment: endpoint.environment,
    tenantId,
    caller,
    projectId: endpoint.projectId,
    functionId: id,
    functionName: name,
    deploymentId,
    endpointId: endpoint.id,
    attempt: call.attempt ?? 1,
    bundle: called.bundle,
    grant,
    grantKey,
    timeoutMs: call.timeoutMs ?? timeoutMs,
    memoryMb,
    inputJson,
  };
  if (endpoint.preview !== null) invocation.previewId = endpoint.preview.id;
  if (http !== undefined) invocation.http = http;
  if (httpBody !== undefined) invocation.httpBody = httpBody;
  if (httpUrl !== undefined) invocation.httpUrl = httpUrl;
  if (streamed !== undefined) invocation.answerSink = streamed;
  if (httpReceivedAt !== undefined) invocation.httpReceivedAt = httpReceivedAt;
  if (mcp !== undefined) invocation.mcp = mcp;
  if (call.entry !== undefined) invocation.entry = call.entry;
  if (signal !== undefined) invocation.signal = signal;
  if (clientLeft !== undefined) invocation.clientLeft = clientLeft;
  if (onProgress !== undefined) invocation.onProgress = onProgress;
  if (span !== undefined) invocation.span = span;
  else if (call.unsampled !== undefined) invocation.unsampled = call.unsampled;
  return context.invoke(invocation);
}

/** The recorded status of the response to a route's caller; nothing for other calls. */
const statusOf = ({ httpStatusOf }: FunctionCall, end: CallEnd) =>
  httpStatusOf === undefined ? {} : { httpStatus: httpStatusOf(end) };

/** Whether the worker itself failed. A Function may use the same code, but its failure is never generic. */
export const isOfWorker = (end: CallEnd): boolean =>
  end.kind === "failed" && end.code === "INTERNAL" && end.isGeneric === true;

/** The number of characters to read, check and mask at the end of a call. */
function charactersOf(inputJson: string, { outcome, logs }: InvocationResult): number {
  let characters = inputJson.length + (outcome.kind === "returned" ? outcome.outputJson.length : 0);
  for (const { message } of logs) characters += message.length;
  return characters;
}

/** Runs a call whose client cannot be asked: see `runAskingCall`. */
export async function runCall(context: CallContext, call: FunctionCall): Promise<CallEnd> {
  const end = await runAskingCall(context, call);
  return end.kind === "asked" ? failure("INTERNAL") : end;
}

/**
 * Runs a call to its end, or to its questions (`mcp.asks`): slot, sandbox, output schema, record. It resolves only when
 * the journal has the record, so no response leaves before that. Never rejects.
 */
export async function runAskingCall(context: CallContext, call: FunctionCall): Promise<CallEnd | Asked> {
  const { admitted, called } = call;
  const { slots, reporter, workerId, log } = context;
  const executionId = call.executionId ?? identifier("exe");
  if (called.broken !== null) {
    const end = failure("FUNCTION_ERROR", "The Function's schema cannot be used.");
    const record = recordOf(workerId, executionId, call, nothingRan, failedEnd("FUNCTION_ERROR", called.broken));
    reporter.record({ ...record, ...statusOf(call, end) });
    return end;
  }
  const { id, memoryMb } = called.artifact;
  const slot = slotRequest(admitted.endpoint.projectId, admitted.tenantId, id, memoryMb, call.isBackground);
  if (!slots.tryAcquire(slot) && !(await slots.acquire(slot))) {
    if (call.isOfferedOn?.() !== true)
      recordRejection(context, call, { code: "OVERLOADED", message: errors.OVERLOADED.message });
    return { kind: "notStarted" };
  }
  const waitedMs = performance.now() - admitted.began;
  const span = executionSpan(call.span, called.artifact.name, executionId);
  try {
    const inputJson = JSON.stringify(call.input);
    const result = await invoke(context, call, executionId, inputJson, span);
    const finish = () => {
      const { end, recorded } = settleOutcome(called, result.outcome, call.form);
      if (span !== undefined) endExecutionSpan(span, result, recorded.error);
      if (call.streamed?.opened === true) recorded.output = call.streamed.note(end.kind === "returned");
      const record = recordOf(workerId, executionId, call, measuredOf(result, waitedMs), recorded);
      const open = end.kind === "asked" ? end.questions.map((one) => noteOf(one, null)) : [];
      const questions = [...(call.questions ?? []), ...open];
      if (questions.length > 0) record.questions = questions;
      if (end.kind !== "asked") Object.assign(record, statusOf(call, end));
      const isDelivered = call.deliveryId !== undefined && end.kind !== "asked" && hasDelivered(end);
      reporter.record(isDelivered ? { ...record, delivered: true } : record);
      return end;
    };
    if (charactersOf(inputJson, result) <= smallText) return finish();
    const payer = { projectId: admitted.endpoint.projectId, tenantId: admitted.tenantId };
    return await threadTurns.run(payer, finish);
  } catch (error) {
    const { requestId } = admitted;
    log.error({ requestId, functionId: called.artifact.id, err: error }, "a call failed in the worker");
    const end = failure("INTERNAL");
    const record = recordOf(workerId, executionId, call, nothingRan, failedEnd("INTERNAL", errors.INTERNAL.message));
    reporter.record({ ...record, ...statusOf(call, end) });
    return end;
  } finally {
    span?.end();
    slots.release(slot);
  }
}
