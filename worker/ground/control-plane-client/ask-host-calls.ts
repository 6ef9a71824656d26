// Why: docs/decisions/connection-for-host-calls.md
import type { HostCall } from "@ferrule/contract/internal/host-calls.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { currentSpan } from "@ferrule/kit/tracing/current-span.ts";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { AskControlPlane } from "./ask-control-plane.ts";
import { type Asked, patienceFor, readAnswer, takeBatch } from "./host-call-batch.ts";
import type { HostCallConnection } from "./host-call-connection.ts";

export interface AskHostCallsOptions {
  connection: Pick<HostCallConnection, "ask">;
  log: Log;
  /** Concurrent requests for one Project and capability. Calls that arrive meanwhile share the next one. */
  mostRequests?: number;
  /** Timeout of a whole request. */
  timeoutMs?: number;
}

interface Lane {
  projectId: string;
  waiting: Asked[];
  underWay: number;
}

const unavailable = "The platform could not do this just now.";
const ended = () => new HostCallError("UNAVAILABLE", "The call has ended.");

/** Sends batches, and settles the calls of each batch whether it succeeds or fails. */
function createSend({ connection, log, timeoutMs = 10_000 }: AskHostCallsOptions) {
  let failing = false;
  return async (projectId: string, batch: readonly Asked[]): Promise<void> => {
    const text = `{"projectId":${JSON.stringify(projectId)},"calls":[${batch.map(({ call }) => call).join()}]}`;
    const patience = patienceFor(batch, timeoutMs);
    try {
      const { results } = readAnswer(await connection.ask(text, patience.signal));
      failing = false;
      for (const [index, { settle }] of batch.entries()) {
        settle(results[index] ?? new Error("the control plane answered fewer calls than it was asked"));
      }
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      // Logs a failure once until the control plane responds again, and not for each call.
      if (!patience.isAbandoned()) {
        if (!failing) log.warn({ err: error, projectId }, "the control plane answers no host calls");
        failing = true;
      }
      for (const { settle } of batch) settle(error);
    } finally {
      patience.release();
    }
  };
}

/** Puts a call into a lane. When its signal aborts, the call leaves the lane or ignores its result. */
function ask(lane: Lane, call: HostCall, signal: AbortSignal): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const asked: Asked = {
    call: JSON.stringify(call),
    signal,
    settle(result) {
      signal.removeEventListener("abort", leave);
      if (result instanceof Error) reject(new HostCallError("UNAVAILABLE", unavailable, { cause: result }));
      else if (result.ok) resolve(result.value);
      else reject(new HostCallError(result.code, result.message, { details: result.details }));
    },
  };
  const leave = () => {
    const at = lane.waiting.indexOf(asked);
    if (at !== -1) lane.waiting.splice(at, 1);
    reject(ended());
  };
  signal.addEventListener("abort", leave, { once: true });
  lane.waiting.push(asked);
  return promise;
}

/**
 * The only way from a Function to data in the control plane. If no request is under way, a call leaves at once. Under
 * load, calls of one Project and capability gather meanwhile, and leave in one request.
 */
export function createAskHostCalls(options: AskHostCallsOptions): AskControlPlane {
  const { log, mostRequests = 8 } = options;
  const lanes = new Map<string, Lane>();
  const send = createSend(options);

  function flush(key: string, lane: Lane): void {
    while (lane.underWay < mostRequests && lane.waiting.length > 0) {
      lane.underWay += 1;
      const sent = send(lane.projectId, takeBatch(lane.waiting)).finally(() => {
        lane.underWay -= 1;
        if (lane.waiting.length > 0) flush(key, lane);
        else if (lane.underWay === 0) lanes.delete(key);
      });
      unwaited(sent, (error) => log.error({ err: error, projectId: lane.projectId }, "host calls could not be sent"));
    }
  }

  return (name, argument, { invocation, signal }) => {
    if (signal.aborted) return Promise.reject(ended());
    const { projectId, environment, tenantId, functionId, endpointId = null, previewId, executionId } = invocation;
    const key = `${projectId} ${name.split(".", 1)[0]}`;
    const lane = lanes.get(key) ?? { projectId, waiting: [], underWay: 0 };
    lanes.set(key, lane);
    const call: HostCall = { name, environment, tenantId, functionId, endpointId, executionId, argument };
    if (previewId !== undefined) call.previewId = previewId;
    const trace = currentSpan()?.carrier;
    if (trace !== undefined) call.trace = trace;
    const answer = ask(lane, call, signal);
    flush(key, lane);
    return answer;
  };
}
