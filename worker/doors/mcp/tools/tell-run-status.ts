import { isObject } from "@ferrule/contract/json-schema/is-object.ts";
import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import type { Revision } from "../../../deployed/endpoints/bindings/revisions.ts";
import { abortedBy } from "../../../ground/cancellation.ts";
import { runUrl } from "../../runs/describe-run.ts";
import { hasEnded, type ReadRun } from "../../runs/read-run.ts";
import { refusal } from "../../serving/exchange.ts";
import { watchClient } from "../../serving/watch-client.ts";
import { failedResult, unfinishedResult } from "../calling/tool-result.ts";
import { mayKnow, silentTask } from "../tasks/find-task.ts";
import { endedResult, formOf } from "../tasks/run-result.ts";
import { sentenceOf } from "../tasks/show-task.ts";
import { resultAnswer, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";

/** How long it waits for the end of a run that waits for no person. */
const mostMs = 10_000;

const noRun = refusal("NOT_FOUND", "There is no such run, or it was not started by this caller here.");

async function readRun({ runs, admitted, exchange }: McpRequest, runId: string): Promise<ReadRun> {
  const now = await runs.read(runId, admitted, 0, undefined, true);
  if (typeof now === "string" || hasEnded(now) || now.approvalId !== null) return now;
  const { left, stop } = watchClient(exchange.response, false);
  const later = await runs.read(runId, admitted, mostMs, abortedBy(left).signal, true);
  stop();
  return later;
}

/** What a model reads about a run that has not ended. */
function sentencesOn({ runs }: McpRequest, report: RunReport): string {
  const state = sentenceOf(report, runs.publicOrigin) ?? "The call is under way and has no result yet.";
  return `${state}\nThe run ${report.id} has not ended. Ask again later.`;
}

/**
 * Serves the tool `run_status`: the result of a run of this caller, or what it waits for. No Function runs for it, so it
 * leaves no execution.
 */
export async function tellRunStatus(
  request: McpRequest,
  revision: Revision,
  id: IdText,
  given: unknown,
): Promise<RpcAnswer> {
  const { table, exchange, url } = request;
  const fail = (refused: Parameters<typeof failedResult>[3]) =>
    resultAnswer(id, failedResult(table, revision, exchange.requestId, refused));
  const runId = isObject(given) ? given["run"] : undefined;
  if (typeof runId !== "string") {
    const message = "The arguments do not match the tool's schema:\n- run: must be the id of a run";
    return fail({ code: "INPUT_INVALID", message });
  }
  const report = await readRun(request, runId);
  if (report === "silent") return silentTask(request, id);
  if (report === "unknown" || !mayKnow(request, report)) return fail(noRun);
  if (hasEnded(report)) {
    return resultAnswer(id, endedResult(request, revision, report, formOf(request, report.bindingId)));
  }
  const run = { id: report.id, status: report.status, url: runUrl(url, report.id) };
  return resultAnswer(id, unfinishedResult(table, revision, sentencesOn(request, report), run));
}
