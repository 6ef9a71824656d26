import { setTimeout as delay } from "node:timers/promises";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { abortedBy } from "../../../ground/cancellation.ts";
import { approvalUrl } from "../../runs/describe-run.ts";
import { hasEnded, mostWaitMs } from "../../runs/read-run.ts";
import { watchClient } from "../../serving/watch-client.ts";
import { askableBy } from "../elicitation/askable.ts";
import { capabilitiesOf } from "../elicitation/session.ts";
import { acceptsEvents, AnswerStream } from "../transport/answer-stream.ts";
import { errorAnswer, resultAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import { readTask } from "./find-task.ts";
import { endedResult, formOf } from "./run-result.ts";
import { sentenceOf, taskFields } from "./show-task.ts";
import { experimentalRevision } from "./task-support.ts";

/** The longest wait for the result of a task: shorter than gateways wait for a response. */
const mostResultMs = 300_000;
/** Between two reads when there is no room to wait at the control plane. */
const pauseMs = 5_000;

const related = (taskId: string) => ({ "io.modelcontextprotocol/related-task": { taskId } });

/** What the client hears on the stream of `tasks/result` while the task has not ended. */
class TaskNews {
  readonly #request: McpRequest;
  readonly #stream: AnswerStream | null;
  readonly #taskId: string;
  readonly #asksUrls: boolean;
  #said: string | null = null;
  #approvalId: string | null = null;

  constructor(request: McpRequest, taskId: string) {
    const { headers } = request.exchange.request;
    this.#request = request;
    this.#taskId = taskId;
    this.#stream = acceptsEvents(headers.accept) ? new AnswerStream(request.exchange, null) : null;
    const can = capabilitiesOf(request.questions.sealer, request.admitted, headers["mcp-session-id"]);
    this.#asksUrls = askableBy(experimentalRevision, can)?.url === true;
  }

  /** Tells what has changed, and asks the client to open the page of an approval, once for each. */
  tell(report: RunReport): void {
    this.#stream?.begin();
    const { publicOrigin } = this.#request.runs;
    const sentence = `${report.status} ${sentenceOf(report, publicOrigin)}`;
    if (sentence !== this.#said && this.#said !== null) this.#notify(report);
    this.#said = sentence;
    const { approvalId } = report;
    if (approvalId === this.#approvalId) return;
    if (this.#asksUrls && this.#approvalId !== null) {
      this.#stream?.notify("notifications/elicitation/complete", { elicitationId: this.#approvalId });
    }
    this.#approvalId = approvalId;
    if (approvalId !== null && this.#asksUrls) this.#ask(approvalId, report.waitsFor);
  }

  #notify(report: RunReport): void {
    const task = taskFields(report, experimentalRevision, this.#taskId, this.#request.runs.publicOrigin);
    this.#stream?.notify("notifications/tasks/status", task);
  }

  /** The person decides on that page. So nobody waits for the client's answer. */
  #ask(approvalId: string, waitsFor: string | null): void {
    this.#stream?.ask(identifier("ask"), "elicitation/create", {
      mode: "url",
      message: waitsFor ?? "The call waits for your approval.",
      elicitationId: approvalId,
      url: approvalUrl(this.#request.runs.publicOrigin, approvalId),
      _meta: related(this.#taskId),
    });
  }

  end(answer: RpcAnswer): RpcAnswer {
    if (this.#stream?.opened !== true) return answer;
    this.#stream.end(answer);
    return { status: 200, body: null };
  }
}

const tooLong = ({ exchange }: McpRequest, id: IdText): RpcAnswer =>
  errorAnswer(id, {
    status: 200,
    rpcCode: rpcErrors.internal,
    message: "The task has not ended yet. Ask for its result again.",
    data: { code: "TIMEOUT", requestId: exchange.requestId },
  });

async function endOf(
  request: McpRequest,
  id: IdText,
  runId: string,
  signal: AbortSignal,
  news: TaskNews,
): Promise<RunReport | { refused: RpcAnswer }> {
  const until = performance.now() + mostResultMs;
  let waitMs = 0;
  for (;;) {
    const began = performance.now();
    const report = await readTask(request, id, runId, Math.min(waitMs, mostWaitMs), signal);
    if ("refused" in report || hasEnded(report)) return report;
    news.tell(report);
    const leftMs = until - performance.now();
    if (signal.aborted || leftMs <= 0) return { refused: tooLong(request, id) };
    if (waitMs > 0 && performance.now() - began < pauseMs / 2) {
      await delay(Math.min(leftMs, pauseMs), undefined, { signal }).catch(() => undefined);
    }
    waitMs = Math.max(1, leftMs);
  }
}

/**
 * Serves `tasks/result`: it waits until the task has ended, and returns what the call would have returned (MCP
 * 2025-11-25, Tasks, "Result Retrieval"). Meanwhile its stream tells what changes, and asks for what the task waits for.
 */
export async function awaitResult(
  request: McpRequest,
  id: IdText,
  { taskId, runId }: { taskId: string; runId: string },
): Promise<RpcAnswer> {
  const { left, stop } = watchClient(request.exchange.response, false);
  const news = new TaskNews(request, taskId);
  const report = await endOf(request, id, runId, abortedBy(left).signal, news);
  stop();
  if ("refused" in report) return news.end(report.refused);
  const form = formOf(request, report.bindingId);
  return news.end(resultAnswer(id, endedResult(request, experimentalRevision, report, form, { taskId })));
}
