// Why: docs/decisions/questions-in-sealed-state.md
import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { QuestionNote } from "@ferrule/contract/internal/execution.ts";
import {
  answered,
  type AskedQuestion,
  type CallStep,
  type QuestionOutcome,
} from "@ferrule/contract/mcp/questions/question.ts";
import { recordRejection } from "../../../calls/admission/execution-record.ts";
import { noteOf } from "../../../calls/admission/question-note.ts";
import { clientCapabilitiesKey, modernRevision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { askableBy, type Askable } from "../elicitation/askable.ts";
import { openState, sealState, type BoundCall } from "../elicitation/call-state.ts";
import { elicitParams } from "../elicitation/elicit-params.ts";
import type { Spending } from "../elicitation/question-means.ts";
import { readAnswer } from "../elicitation/read-answer.ts";
import { capabilitiesOf } from "../elicitation/session.ts";
import { acceptsEvents } from "../transport/answer-stream.ts";
import { invalidParams } from "../transport/invalid.ts";
import { errorAnswer, resultAnswer, rpcErrors, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { ClientCall } from "./client-call.ts";

/** What a call can ask, and what it knows from before its questions were answered. */
export interface Asking {
  capabilities: Record<string, unknown>;
  /** Null: nothing can be asked. */
  askable: Askable | null;
  /** How often the call has asked. */
  round: number;
  steps: readonly CallStep[];
  /** The questions that were answered since, for the record. */
  notes: readonly QuestionNote[];
  spending?: Spending;
}

const asksNothing: readonly never[] = [];

const begin = (capabilities: Record<string, unknown>, askable: Askable | null): Asking => ({
  capabilities,
  askable,
  round: 0,
  steps: asksNothing,
  notes: asksNothing,
});

const boundOf = ({ admitted }: McpRequest, { bindingId, revision, span, input, uri }: ClientCall): BoundCall => ({
  admitted,
  bindingId,
  revision,
  method: span.method,
  target: uri ?? span.target,
  input,
});

/** Reads what the client can, and the answers that it brings. A refusal is the response. */
export function openAsking(request: McpRequest, call: ClientCall): Asking | Promise<Asking | { refused: RpcAnswer }> {
  const { revision, meta, asking } = call;
  const mayAsk = asking !== undefined && !request.batched;
  if (revision === modernRevision) {
    const given = meta[clientCapabilitiesKey];
    const capabilities = isObject(given) ? given : {};
    const opened = begin(capabilities, mayAsk ? askableBy(revision, capabilities) : null);
    return asking?.params?.["requestState"] === undefined ? opened : openAnswers(request, call, opened);
  }
  const { headers } = request.exchange.request;
  const session = headers["mcp-session-id"];
  if (session === undefined || !mayAsk) return begin({}, null);
  const capabilities = capabilitiesOf(request.questions.sealer, request.admitted, session);
  return begin(capabilities, acceptsEvents(headers.accept) ? askableBy(revision, capabilities) : null);
}

/** Records and refuses a call whose state or answers cannot be used. Its Function does not run. */
function refuse(request: McpRequest, { asking, called, bindingId, input, sent }: ClientCall, problem: string) {
  const { admitted, context } = request;
  const refusal = { code: "VALIDATION_ERROR", message: problem };
  recordRejection(context, { admitted, called, bindingId, input, sent }, refusal);
  return { refused: invalidParams(request, asking!.id, problem) };
}

const unavailable = ({ exchange }: McpRequest, { asking }: ClientCall): RpcAnswer =>
  errorAnswer(asking!.id, {
    status: 503,
    rpcCode: rpcErrors.internal,
    message: "The answer cannot be used just now. Send it again.",
    data: { code: "UNAVAILABLE", requestId: exchange.requestId },
    headers: ["retry-after", "2"],
  });

/** Opens the state that a client of 2026-07-28 brings back, with its answers. */
async function openAnswers(
  request: McpRequest,
  call: ClientCall,
  opened: Asking,
): Promise<Asking | { refused: RpcAnswer }> {
  const { questions, admitted } = request;
  const params = call.asking!.params!;
  const state = openState(questions.sealer, boundOf(request, call), params["requestState"]);
  if ("problem" in state) return refuse(request, call, state.problem);
  const responses = params["inputResponses"] ?? {};
  if (!isObject(responses)) return refuse(request, call, "inputResponses is not an object");
  const waitedMs = Math.max(0, Date.now() - state.askedAt);
  const outcomes = state.open.flatMap(({ key, asked, question }) => {
    const given = Object.hasOwn(responses, key) ? responses[key] : undefined;
    const late: QuestionOutcome | null = waitedMs > question.timeoutMs ? { action: "timeout" } : null;
    const outcome = late ?? (given === undefined ? null : readAnswer(question, given));
    return outcome === null ? [] : [{ key, asked, question, outcome }];
  });
  const known = { ...opened, round: state.round, steps: state.steps };
  if (outcomes.length === 0) return known;
  const spending = await questions.spend(admitted.endpoint.projectId, state.id);
  if (spending === null) return { refused: unavailable(request, call) };
  if (!spending.isFirst) return refuse(request, call, "requestState was answered before. Call again without it");
  return {
    ...known,
    steps: [...state.steps, ...outcomes.map(({ key, asked, outcome }) => answered(key, asked, outcome))],
    notes: outcomes.map((one) => noteOf(one, one.outcome, waitedMs)),
    spending,
  };
}

/** The result that asks a client of 2026-07-28 (basic/patterns/mrtr). Null: the call has asked too often. */
export function inputRequired(
  request: McpRequest,
  call: ClientCall,
  round: number,
  steps: CallStep[],
  open: readonly AskedQuestion[],
): RpcAnswer | null {
  const { sealer } = request.questions;
  const state = sealState(sealer, boundOf(request, call), { round, steps, open: [...open] });
  if (state === null) return null;
  const requests: Record<string, object> = {};
  for (const { key, question } of open)
    requests[key] = { method: "elicitation/create", params: elicitParams(question, call.revision, key) };
  const fields = `"inputRequests":${JSON.stringify(requests)},"requestState":${JSON.stringify(state)}`;
  return resultAnswer(call.asking!.id, `{"resultType":"input_required",${fields}${request.table.modernEnd}`);
}
