import { abortedBy } from "../../../ground/cancellation.ts";
import { hasEnded, mostWaitMs, type ReadRun } from "../../runs/read-run.ts";
import { watchClient } from "../../serving/watch-client.ts";
import { acceptsEvents, AnswerStream, isProgressToken } from "../transport/answer-stream.ts";
import type { RpcAnswer } from "../transport/json-rpc.ts";
import type { McpRequest } from "../transport/mcp-request.ts";

/** Clients that hear progress wait longer, but most give a call up after a minute. */
const mostProgressMs = 50_000;
/** Between two looks for progress. */
const lookMs = 1_000;

/** The state of a run when its client need not wait any longer, and how the response gets there. */
interface Waited {
  report: ReadRun;
  send: (answer: RpcAnswer) => RpcAnswer;
}

/** The stream of a client that wants to hear progress; null: it does not, or cannot. */
function streamFor({ exchange, batched }: McpRequest, token: unknown): AnswerStream | null {
  const hears = !batched && isProgressToken(token) && acceptsEvents(exchange.request.headers.accept);
  return hears ? new AnswerStream(exchange, token) : null;
}

/** Tells the name of the latest step whenever more steps are done, until the run has ended or the time is over. */
async function followRun(
  { runs, admitted }: McpRequest,
  id: string,
  mostMs: number,
  signal: AbortSignal,
  stream: AnswerStream,
): Promise<ReadRun> {
  const until = performance.now() + mostMs;
  for (;;) {
    const began = performance.now();
    const report = await runs.read(id, admitted, Math.min(lookMs, until - began), signal, true);
    if (typeof report === "string" || hasEnded(report)) return report;
    const { stepsDone = 0, latestStep = null } = report.task ?? {};
    if (stepsDone > 0) stream.progress(stepsDone, null, latestStep);
    const now = performance.now();
    if (signal.aborted || now >= until) return report;
    // There was no room to wait at the control plane.
    const pauseMs = Math.min(lookMs - (now - began), until - now);
    if (pauseMs > lookMs / 2) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Waits for the run, but no longer than the Function may take, nor than clients wait. */
export async function waitForRun(
  request: McpRequest,
  id: string,
  timeoutMs: number,
  progressToken: unknown,
): Promise<Waited> {
  const { exchange, admitted, runs } = request;
  const { left, stop } = watchClient(exchange.response, false);
  const { signal } = abortedBy(left);
  const stream = streamFor(request, progressToken);
  const report =
    stream === null
      ? await runs.read(id, admitted, Math.min(timeoutMs, mostWaitMs), signal)
      : await followRun(request, id, Math.min(timeoutMs, mostProgressMs), signal, stream);
  stop();
  return {
    report,
    send(answer) {
      if (stream?.opened !== true) return answer;
      stream.end(answer);
      return { status: 200, body: null };
    },
  };
}
