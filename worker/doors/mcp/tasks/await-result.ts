import { setTimeout as delay } from "node:timers/promises";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { RunReport } from "@ferrule/contract/internal/runs.ts";
import { abortedBy } from "../../../ground/cancellation.ts";
import { approvalUrl } from "../../runs/describe-run.ts";
import { hasEnded, mostWaitMs } from "../../runs/read-run.ts";
import { watchClient } from "../../serving/watch-client.ts";
import { outcomeOf } from "../calling/ask-on-stream.ts";
import type { Askable } from "../elicitation/askable.ts";
import { elicitParams } from "../elicitation/elicit-params.ts";
import { mostOpen, type OpenQuestions } from "../elicitation/open-questions.ts";
import { acceptsEvents, AnswerStream } from "../transport/answer-stream.ts";
import { errorAnswer, resultAnswer, rpcErrors, type IdText, type RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";
import { readTask } from "./find-task.ts";
import { endedResult, formOf } from "./run-result.ts";
import { sentenceOf, taskFields } from "./show-task.ts";
import { answerTask, canShow, questionsOf, type TaskQuestion } from "./questions-of-task.ts";
import { askableByTask, experimentalRevision } from "./task-support.ts";

/** The longest wait for the result of a task: shorter than gateways wait for a response. */
const mostResultMs = 300_000;
/** Between two reads when the client can be asked: a question should not wait for the next long read. */
const askMs = 1_000;
/** Between two reads when there is no room to wait at the control plane. */
const fullPauseMs = 5_000;

const related = (taskId: string) => ({ "io.modelcontextprotocol/related-task": { taskId } });

/** What the client hears on the stream of `tasks/result` while the task has not ended. */
class TaskNews {
  readonly #request: McpRequest;
  readonly #stream: AnswerStream | null;
  readonly #taskId: string;
  readonly #runId: string;
  readonly #can: Askable | null;
  readonly #asked = new Map<string, () => void>();
  #said: string | null = null;
  #approvalId: string | null = null;

  constructor(request: McpRequest, { taskId, runId }: { taskId: string; runId: string }) {
    const { headers } = request.exchange.request;
    this.#request = request;
    this.#taskId = taskId;
    this.#runId = runId;
    this.#stream = acceptsEvents(headers.accept) ? new AnswerStream(request.exchange, null) : null;
    this.#can = this.#stream === null ? null : askableByTask(request, experimentalRevision, undefined);
  }

  /** Whether the client can be asked. */
  get asks(): boolean {
    return this.#can !== null;
  }

  /** Tells what has changed, and asks the client to open the page of an approval, once for each. */
  tell(report: RunReport): void {
    this.#stream?.begin();
    const { publicOrigin } = this.#request.runs;
    const sentence = `${report.status} ${sentenceOf(report, publicOrigin)}`;
    if (sentence !== this.#said && this.#said !== null) this.#notify(report);
    this.#said = sentence;
    this.#askOpen(report);
    const { approvalId } = report;
    const asksUrls = this.#can?.url === true;
    if (approvalId === this.#approvalId) return;
    if (asksUrls && this.#approvalId !== null) {
      this.#stream?.notify("notifications/elicitation/complete", { elicitationId: this.#approvalId });
    }
    this.#approvalId = approvalId;
    if (approvalId !== null && asksUrls) this.#askApproval(approvalId, report.waitsFor);
  }

  #notify(report: RunReport): void {
    const task = taskFields(report, experimentalRevision, this.#taskId, this.#request.runs.publicOrigin);
    this.#stream?.notify("notifications/tasks/status", task);
  }

  /** Asks each open question once. Its answer is a POST, which may come to any worker, and wakes the run. */
  #askOpen(report: RunReport): void {
    const { admitted, questions } = this.#request;
    for (const one of questionsOf(report)) {
      if (this.#asked.has(one.id) || !canShow(one.question, this.#can) || questions.open.size >= mostOpen) continue;
      const id = identifier("ask");
      this.#asked.set(one.id, () => undefined);
      const leftMs = Math.min(one.question.timeoutMs, mostResultMs);
      const waiting = questions.open.wait(id, leftMs, (end) => this.#asked.set(one.id, end));
      const params = elicitParams(one.question, experimentalRevision, id);
      const named = { ...params, _meta: related(this.#taskId) };
      this.#stream?.ask(questions.idOf(admitted, id), "elicitation/create", named);
      unwaited(this.#takeAnswer(one, waiting), (err) =>
        this.#request.context.log.error({ err }, "an answer for a task was lost"),
      );
    }
  }

  async #takeAnswer(one: TaskQuestion, waiting: ReturnType<OpenQuestions["wait"]>): Promise<void> {
    const answer = await waiting;
    // After its time, the run goes on by itself.
    if (typeof answer !== "string") return;
    const outcome = outcomeOf(one, answer);
    if (await answerTask(this.#request, this.#runId, [{ ...one, outcome }])) return;
    this.#asked.delete(one.id);
  }

  /** Nobody waits for answers any more. */
  close(): void {
    for (const end of this.#asked.values()) end();
  }

  /** The person decides on that page. So nobody waits for the client's answer. */
  #askApproval(approvalId: string, waitsFor: string | null): void {
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
    const pauseMs = news.asks ? askMs : fullPauseMs;
    if (waitMs > 0 && performance.now() - began < pauseMs / 2) {
      await delay(Math.min(leftMs, pauseMs), undefined, { signal }).catch(() => undefined);
    }
    waitMs = Math.max(1, news.asks ? Math.min(leftMs, askMs) : leftMs);
  }
}

/**
 * Serves `tasks/result`: it waits until the task has ended, and returns what the call would have returned (MCP
 * 2025-11-25, Tasks, "Result Retrieval"). Meanwhile its stream tells what changes, and asks for what the task waits for.
 */
export async function awaitResult(
  request: McpRequest,
  id: IdText,
  task: { taskId: string; runId: string },
): Promise<RpcAnswer> {
  const { taskId, runId } = task;
  const { left, stop } = watchClient(request.exchange.response, false);
  const news = new TaskNews(request, task);
  const report = await endOf(request, id, runId, abortedBy(left).signal, news);
  stop();
  news.close();
  if ("refused" in report) return news.end(report.refused);
  const form = formOf(request, report.bindingId);
  return news.end(resultAnswer(id, endedResult(request, experimentalRevision, report, form, { taskId })));
}
