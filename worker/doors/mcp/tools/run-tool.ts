import { hash } from "node:crypto";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { recordRejection } from "../../../calls/admission/execution-record.ts";
import { toolTarget } from "../../../calls/admission/mcp-target.ts";
import type { AdmittedCall } from "../../../calls/admission/function-call.ts";
import { modernRevision, type Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { CompiledTool } from "../../../deployed/endpoints/bindings/tool-table.ts";
import { placeOf } from "../../http-api/idempotency/idempotency-key.ts";
import { runUrl } from "../../runs/describe-run.ts";
import { hasEnded } from "../../runs/read-run.ts";
import type { RunFacts } from "../../runs/new-run.ts";
import type { RunNeed } from "../../runs/run-need.ts";
import { recordStart, startRun, type StoredRun } from "../../runs/start-run.ts";
import { refusal, type Refusal } from "../../serving/exchange.ts";
import { errorAnswer, resultAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import type { Askable } from "../elicitation/askable.ts";
import { failedResult, unfinishedResult } from "../calling/tool-result.ts";
import { createdTask, unreadRun } from "../tasks/created-task.ts";
import { endedResult } from "../tasks/run-result.ts";
import { describeOpen } from "./describe-open.ts";
import { waitForRun } from "./wait-for-run.ts";
import { callSpan, endCallSpan, toolSpan } from "../calling/call-span.ts";

/** A call with valid arguments, of a tool whose call becomes a run. */
export interface RunToolCall {
  tool: CompiledTool;
  input: unknown;
  /** As the client sent them. */
  sent: unknown;
  meta: Record<string, unknown>;
  need: RunNeed;
  /** Whether the client gets a task, and does not wait. */
  asTask: boolean;
  /** What that client can ask its person. */
  asks: Askable | null;
}

const noRuns = "A preview starts no runs, and asks nobody for approval. Deploy the Project to call this tool.";
const foreign = refusal("CONFLICT", "A run with this key exists, but it was not started by this caller here.");
/** Limits and outages concern the client, not the model. */
const ofClient = new Set(["RATE_LIMITED", "UNAVAILABLE"]);

/**
 * A model that waits for an approval can only call the tool again. So the same arguments of the same caller are the
 * same call. Anonymous callers cannot be told apart.
 */
function repeatableOf(admitted: AdmittedCall, bindingId: string, { input, need }: RunToolCall) {
  if (need.rule === null || need.mode !== "once" || admitted.caller.kind === "anonymous") return undefined;
  return { id: null, key: `call:${placeOf(admitted, bindingId, canonicalJson(input))}` };
}

/** Records a call that starts no run, and responds. */
function refuseRun(
  { exchange, context, admitted, table }: McpRequest,
  revision: Revision,
  id: IdText,
  { tool, sent, asTask }: RunToolCall,
  refused: Refusal,
): RpcAnswer {
  const { requestId } = exchange;
  const { code, message, status, headers = [] } = refused;
  const bindingId = tool.binding.bindingId;
  recordRejection(context, { admitted, called: tool.called, bindingId, input: sent, target: toolTarget }, refused);
  // At 2025-11-25, a client that asked for a task cannot read a result of the tool.
  const needsError = ofClient.has(code) || (asTask && revision !== modernRevision);
  if (!needsError) return resultAnswer(id, failedResult(table, revision, requestId, refused));
  const rpcCode = status >= 500 ? rpcErrors.internal : rpcErrors.invalidRequest;
  return errorAnswer(id, { status, rpcCode, message, data: { code, requestId }, headers });
}

const noteOf = ({ isExisting, id }: StoredRun, { createdAt }: RunReport): string | null =>
  isExisting
    ? `This is the result of run ${id}, which an earlier call started at ${createdAt}. It did not run again.`
    : null;

/** The result for the model: the Function's, if the run has ended; otherwise what it waits for. */
function resultOf(
  request: McpRequest,
  revision: Revision,
  tool: CompiledTool,
  stored: StoredRun,
  report: RunReport | null,
): string {
  if (report !== null && hasEnded(report)) {
    return endedResult(request, revision, report, tool, { note: noteOf(stored, report) });
  }
  const status = report?.status ?? (stored.approvalId === null ? "queued" : "waiting");
  const run = { id: stored.id, status, url: runUrl(request.url, stored.id) };
  return unfinishedResult(request.table, revision, describeOpen(request, stored, report), run);
}

/** Whether the same call may be tried again: it has failed, but no person has rejected it. */
const mayTryAgain = (report: RunReport): boolean =>
  hasEnded(report) && report.status !== "succeeded" && report.error?.code !== "APPROVAL_REJECTED";
/** Each has failed in the last 24 hours. */
const mostTries = 10;

/**
 * Starts a run, or finds the one of an earlier call with the same key. After a run that failed, the same arguments are
 * another call, so its key follows from the failed run.
 */
async function startOrFind({ runs, admitted }: McpRequest, facts: RunFacts) {
  let { repeatable } = facts;
  for (let tries = 1; ; tries += 1) {
    const stored = await startRun(runs, { ...facts, repeatable });
    if ("refused" in stored || !stored.isExisting || repeatable === undefined || tries === mostTries) return stored;
    const report = await runs.read(stored.id, admitted, 0);
    if (typeof report === "string" || !mayTryAgain(report)) return stored;
    repeatable = { id: null, key: `call:${hash("sha256", `${repeatable.key} ${stored.id}`, "base64url")}` };
  }
}

const sendAsIs = (answer: RpcAnswer): RpcAnswer => answer;

/**
 * A task at once, for a client that takes one; otherwise the tool's result. At 2026-07-28, a run that an earlier call
 * started and that has ended needs no task.
 */
function answerWith(
  request: McpRequest,
  revision: Revision,
  { tool, asTask }: RunToolCall,
  stored: StoredRun,
  report: RunReport | null,
): string {
  const isOver = report !== null && hasEnded(report) && stored.isExisting && revision === modernRevision;
  return asTask && !isOver
    ? createdTask(request, revision, report ?? unreadRun(stored, tool), describeOpen(request, stored, report))
    : resultOf(request, revision, tool, stored, report);
}

/** Starts the run of a call, and waits for it for a time. The run goes on when its client leaves. */
export async function callToolAsRun(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  call: RunToolCall,
): Promise<RpcAnswer> {
  const { admitted, context } = request;
  const { tool, input, sent, meta, need, asks } = call;
  const { called, binding } = tool;
  const { endpoint, deploymentId, requestId, caller, tenantId } = admitted;
  if (endpoint.preview !== null) return refuseRun(request, revision, id, call, refusal("NOT_IMPLEMENTED", noRuns));
  const { bindingId, toolName: name, description } = binding;
  const span = callSpan(request, { ...toolSpan(name), revision, meta });
  const { projectId, environment } = endpoint;
  const known = { projectId, environment, source: "mcp" as const, endpointId: endpoint.id, bindingId, deploymentId };
  const repeatable = repeatableOf(admitted, bindingId, call);
  const askable = asks === null || need.mode !== "durable" ? {} : { asks };
  const facts = { ...known, requestId, caller, tenantId, called, input, need, repeatable, span, ...askable };
  const stored = await startOrFind(request, { ...facts, target: { name, description } });
  const refuse = (refused: Refusal) => {
    if (span !== undefined) endCallSpan(span, refused.code);
    return refuseRun(request, revision, id, call, refused);
  };
  if ("refused" in stored) return refuse(stored.refused);
  const waited = call.asTask
    ? { report: await request.runs.read(stored.id, admitted, 0, undefined, true), send: sendAsIs }
    : await waitForRun(request, stored.id, called.artifact.timeoutMs, meta["progressToken"]);
  const { report, send } = waited;
  if (report === "unknown" && stored.isExisting) return refuse(foreign);
  recordStart(context, { admitted, called, bindingId, input, sent, span, target: toolTarget }, stored);
  if (span !== undefined) endCallSpan(span, null);
  const answer = answerWith(request, revision, call, stored, typeof report === "string" ? null : report);
  return send(resultAnswer(id, answer));
}
