import { hash } from "node:crypto";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { recordRejection } from "../../../calls/admission/execution-record.ts";
import { toolTarget } from "../../../calls/admission/mcp-target.ts";
import type { AdmittedCall } from "../../../calls/admission/function-call.ts";
import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import type { CompiledTool } from "../../../deployed/endpoints/bindings/tool-table.ts";
import { abortedBy } from "../../../ground/cancellation.ts";
import { placeOf } from "../../http-api/idempotency/idempotency-key.ts";
import { approvalUrl, failureOfReport, runUrl } from "../../runs/describe-run.ts";
import { hasEnded, mostWaitMs } from "../../runs/read-run.ts";
import type { RunFacts } from "../../runs/new-run.ts";
import type { RunNeed } from "../../runs/run-need.ts";
import { recordStart, startRun, type StoredRun } from "../../runs/start-run.ts";
import { refusal, type Refusal } from "../../serving/exchange.ts";
import { watchClient } from "../../serving/watch-client.ts";
import { errorAnswer, resultAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import { failedResult, returnedResult, unfinishedResult } from "./tool-result.ts";
import { callSpan, endCallSpan, toolSpan } from "../calling/call-span.ts";

/** A call with valid arguments, of a tool whose call becomes a run. */
export interface RunToolCall {
  tool: CompiledTool;
  input: unknown;
  /** As the client sent them. */
  sent: unknown;
  meta: Record<string, unknown>;
  need: RunNeed;
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
  if (need.mode !== "once" || admitted.caller.kind === "anonymous") return undefined;
  return { id: null, key: `call:${placeOf(admitted, bindingId, canonicalJson(input))}` };
}

/** Records a call that starts no run, and responds. */
function refuseRun(
  { exchange, context, admitted, table }: McpRequest,
  revision: Revision,
  id: IdText,
  { tool, sent }: RunToolCall,
  refused: Refusal,
): RpcAnswer {
  const { requestId } = exchange;
  const { code, message, status, headers = [] } = refused;
  const bindingId = tool.binding.bindingId;
  recordRejection(context, { admitted, called: tool.called, bindingId, input: sent, target: toolTarget }, refused);
  if (!ofClient.has(code)) return resultAnswer(id, failedResult(table, revision, requestId, refused));
  const rpcCode = status >= 500 ? rpcErrors.internal : rpcErrors.invalidRequest;
  return errorAnswer(id, { status, rpcCode, message, data: { code, requestId }, headers });
}

/** What a model reads about a run that has not ended. */
function describeOpen(request: McpRequest, stored: StoredRun, report: RunReport | null): string {
  const { id, isKeyed } = stored;
  const approvalId = report === null ? stored.approvalId : report.approvalId;
  const waits = report?.waitsFor ?? null;
  const state =
    approvalId === null
      ? `The call is under way as run ${id} and has no result yet.${waits === null ? "" : ` ${waits}`}`
      : `The call waits for a person. Nothing happens before they approve it at ${approvalUrl(request.runs.publicOrigin, approvalId)} (run ${id}).`;
  const next = isKeyed
    ? "To get its result, call the tool again with the same arguments. That does not start it again."
    : `To get its result, read ${runUrl(request.url, id)} with the same credential. Another call of the tool would start another run.`;
  return `${state}\n${next}`;
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
  const { table, exchange, url } = request;
  const status = report?.status ?? (stored.approvalId === null ? "queued" : "waiting");
  const run = { id: stored.id, status, url: runUrl(url, stored.id) };
  if (report === null || !hasEnded(report)) {
    return unfinishedResult(table, revision, describeOpen(request, stored, report), run);
  }
  const failed = failureOfReport(report);
  if (failed !== null) return failedResult(table, revision, exchange.requestId, failed, run);
  const outputJson = report.output ?? "null";
  const end = { kind: "returned" as const, outputJson, output: JSON.parse(outputJson) as unknown, reply: null };
  return returnedResult(table, tool, revision, end, { run, note: noteOf(stored, report) });
}

/** Waits for the run, but no longer than the Function may take, nor than clients wait. */
async function waitFor({ exchange, admitted, runs }: McpRequest, { artifact }: CompiledTool["called"], id: string) {
  const { left, stop } = watchClient(exchange.response, false);
  const report = await runs.read(id, admitted, Math.min(artifact.timeoutMs, mostWaitMs), abortedBy(left).signal);
  stop();
  return report;
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

/** Starts the run of a call, and waits for it for a time. The run goes on when its client leaves. */
export async function callToolAsRun(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  call: RunToolCall,
): Promise<RpcAnswer> {
  const { admitted, context } = request;
  const { tool, input, sent, meta, need } = call;
  const { called, binding } = tool;
  const { endpoint, deploymentId, requestId, caller, tenantId } = admitted;
  if (endpoint.preview !== null) return refuseRun(request, revision, id, call, refusal("NOT_IMPLEMENTED", noRuns));
  const { bindingId, toolName: name, description } = binding;
  const span = callSpan(request, { ...toolSpan(name), revision, meta });
  const { projectId, environment } = endpoint;
  const known = { projectId, environment, source: "mcp" as const, endpointId: endpoint.id, bindingId, deploymentId };
  const repeatable = repeatableOf(admitted, bindingId, call);
  const facts = { ...known, requestId, caller, tenantId, called, input, need, repeatable, span };
  const stored = await startOrFind(request, { ...facts, target: { name, description } });
  const refuse = (refused: Refusal) => {
    if (span !== undefined) endCallSpan(span, refused.code);
    return refuseRun(request, revision, id, call, refused);
  };
  if ("refused" in stored) return refuse(stored.refused);
  const report = await waitFor(request, called, stored.id);
  if (report === "unknown" && stored.isExisting) return refuse(foreign);
  recordStart(context, { admitted, called, bindingId, input, sent, span, target: toolTarget }, stored);
  if (span !== undefined) endCallSpan(span, null);
  return resultAnswer(id, resultOf(request, revision, tool, stored, typeof report === "string" ? null : report));
}
