import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { HeldAttempt } from "@ferrule/contract/internal/leased-runs.ts";
import type { InternalRouteName } from "@ferrule/contract/internal/routes.ts";
import { sendJson } from "./hold-answer.ts";

/** The end of an attempt, as the worker reports it. */
type Completion = object & { workerId: string; attempt: number };

/** The control plane's side of leased runs, such as cron runs, as far as a worker sees it. */
export interface LeaseQueue<A extends HeldAttempt, C extends Completion> {
  /** Hands out these attempts with the next claim, even if they were handed out before. */
  give: (...attempts: A[]) => void;
  /** Stops renewing these. */
  lose: (runId: string) => void;
  /** Refuses this many completions with 503. */
  failCompletions: (count: number) => void;
  /** The completions, in order. */
  completions: () => readonly (C & { runId: string })[];
  /** The attempts that the worker reported in its latest claim. */
  holding: () => readonly HeldAttempt[];
  answer: (route: InternalRouteName, runId: string, request: IncomingMessage, response: ServerResponse) => void;
}

/** Leases are short here, so that renewals come soon. */
const leaseMs = 300;

export function createLeaseQueue<A extends HeldAttempt, C extends Completion>(): LeaseQueue<A, C> {
  const waiting = new Set<ServerResponse>();
  const completions: (C & { runId: string })[] = [];
  const lost = new Set<string>();
  let due: A[] = [];
  let holding: readonly HeldAttempt[] = [];
  let failures = 0;

  function serve(): void {
    const [response] = waiting;
    if (response === undefined || due.length === 0) return;
    waiting.delete(response);
    sendJson(response, 200, { attempts: due, leaseMs });
    due = [];
  }
  async function answer(
    route: InternalRouteName,
    runId: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = (await json(request)) as { max: number; holding: HeldAttempt[] } & C;
    if (route.startsWith("claim")) {
      holding = body.holding;
      if (body.max === 0) return sendJson(response, 200, { attempts: [], leaseMs });
      waiting.add(response);
      response.once("close", () => waiting.delete(response));
      return serve();
    }
    if (route.startsWith("renew")) {
      const ids = body.holding.map(({ runId }) => runId);
      return sendJson(response, 200, { lost: ids.filter((id) => lost.has(id)) });
    }
    if (failures > 0) {
      failures -= 1;
      return sendJson(response, 503, {});
    }
    completions.push({ ...body, runId });
    response.writeHead(204).end();
  }

  return {
    give(...attempts) {
      due = attempts;
      serve();
    },
    lose: (runId) => void lost.add(runId),
    failCompletions: (count) => void (failures = count),
    completions: () => completions,
    holding: () => holding,
    answer: (...asked) => void answer(...asked),
  };
}
