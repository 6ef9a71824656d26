import {
  hostCallResults,
  mostHostCalls,
  type HostCall,
  type HostCallResult,
} from "@ferrule/contract/internal/host-calls.ts";
import type { Log } from "@ferrule/kit/log.ts";
import { z } from "zod";
import { unwaited } from "@ferrule/kit/unwaited.ts";
import { HostCallError } from "@ferrule/contract/internal/host-call-error.ts";
import type { HostCallContext } from "../sandbox/host-calls/host-call.ts";
import type { HostCallConnection } from "./host-call-connection.ts";

/**
 * Asks the control plane in a call's name, in the call's own Project, environment and tenant. It answers the value, and
 * rejects with a HostCallError: the control plane's refusal, or UNAVAILABLE where it could not be asked.
 */
export type AskControlPlane = (
  name: string,
  argument: unknown,
  context: Pick<HostCallContext, "invocation" | "signal">,
) => Promise<unknown>;

export interface AskHostCallsOptions {
  connection: Pick<HostCallConnection, "ask">;
  log: Log;
  /** Requests under way for one Project and capability; what comes meanwhile goes together with the next. */
  mostRequests?: number;
  /** For the whole of a request. */
  timeoutMs?: number;
}

interface Asked {
  /** As JSON. */
  call: string;
  signal: AbortSignal;
  settle: (result: HostCallResult | Error) => void;
}

interface Lane {
  projectId: string;
  waiting: Asked[];
  underWay: number;
}

/** Of the calls in one request; a larger one goes alone. */
const mostCharacters = 1_048_576;
const unavailable = "The platform could not do this just now.";
const ended = () => new HostCallError("UNAVAILABLE", "The call has ended.");

/** As many as one request takes, in order of their arrival. */
function takeBatch(waiting: Asked[]): Asked[] {
  let characters = 0;
  const end = waiting.findIndex((one, index) => {
    characters += one.call.length;
    return index >= mostHostCalls || (index > 0 && characters > mostCharacters);
  });
  return waiting.splice(0, end === -1 ? waiting.length : end);
}

/** What the control plane says that it cannot read. */
const refusal = z.looseObject({ error: z.looseObject({ code: z.string() }) });

function readAnswer(text: string): z.output<typeof hostCallResults> {
  const answer: unknown = JSON.parse(text);
  const refused = refusal.safeParse(answer);
  if (refused.success) throw new Error(`the control plane refused host calls: ${refused.data.error.code}`);
  return hostCallResults.parse(answer);
}

/**
 * How long a request is waited for: until none of its calls waits for its answer any more, and at most `timeoutMs`. One timer
 * that is taken back, because AbortSignal.timeout would hold each of many requests until its time is over.
 */
function patienceFor(batch: readonly Asked[], timeoutMs: number) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  let left = batch.length;
  const leave = () => {
    left -= 1;
    if (left === 0) controller.abort();
  };
  for (const { signal } of batch) {
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
  }
  return { signal: controller.signal, isAbandoned: () => left === 0, release: () => clearTimeout(timer) };
}

/**
 * The one way from a Function to what the control plane stores. A call that comes while nothing is under way leaves at once;
 * under load, those of one Project and capability that gather while others are under way leave in one request.
 */
export function createAskHostCalls({
  connection,
  log,
  mostRequests = 8,
  timeoutMs = 10_000,
}: AskHostCallsOptions): AskControlPlane {
  const lanes = new Map<string, Lane>();
  let failing = false;

  async function send(projectId: string, batch: readonly Asked[]): Promise<void> {
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
      // Once, and not for each call of many, until it answers again.
      if (!patience.isAbandoned()) {
        if (!failing) log.warn({ err: error, projectId }, "the control plane answers no host calls");
        failing = true;
      }
      for (const { settle } of batch) settle(error);
    } finally {
      patience.release();
    }
  }

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
    const { projectId, environment, tenantId, functionId, endpointId = null, executionId } = invocation;
    const call: HostCall = { name, environment, tenantId, functionId, endpointId, executionId, argument };
    const key = `${projectId} ${name.split(".", 1)[0]}`;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(ended());
      const lane = lanes.get(key) ?? { projectId, waiting: [], underWay: 0 };
      lanes.set(key, lane);
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
      flush(key, lane);
    });
  };
}
