import type { IncomingMessage, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import type { HeldAttempt, LeaseClaim, RunAttempt, RunCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import type { InternalRouteName } from "@ferrule/contract/internal/routes.ts";
import { sendJson } from "./hold-answer.ts";

/** The control plane's side of leased runs of all modes, as far as a worker sees it. */
export interface LeaseQueue {
  /** Hands out these attempts with the next claim of their modes, even if they were handed out before. */
  give: (...attempts: RunAttempt[]) => void;
  /** Stops renewing these. */
  lose: (runId: string) => void;
  /** Refuses this many completions with 503. */
  failCompletions: (count: number) => void;
  /** The completions, in order. */
  completions: () => readonly (RunCompletion & { runId: string })[];
  /** The claims that are held now: the modes that each asks for, and how many attempts. */
  claims: () => readonly Pick<LeaseClaim, "modes" | "max">[];
  /** The attempts that the worker reported in its latest claim. */
  holding: () => readonly HeldAttempt[];
  answer: (route: InternalRouteName, runId: string, request: IncomingMessage, response: ServerResponse) => void;
}

/** Leases are short here, so that renewals come soon. */
const leaseMs = 300;

export function createLeaseQueue(): LeaseQueue {
  const waiting = new Map<ServerResponse, LeaseClaim>();
  const completions: (RunCompletion & { runId: string })[] = [];
  const lost = new Set<string>();
  let due: RunAttempt[] = [];
  let holding: readonly HeldAttempt[] = [];
  let failures = 0;

  function serve(): void {
    for (const [response, { modes, max }] of waiting) {
      const attempts = due.filter(({ mode }) => modes.includes(mode)).slice(0, max);
      if (attempts.length === 0) continue;
      waiting.delete(response);
      sendJson(response, 200, { attempts, leaseMs });
      due = due.filter((attempt) => !attempts.includes(attempt));
    }
  }
  async function answer(
    route: InternalRouteName,
    runId: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const body = (await json(request)) as LeaseClaim & RunCompletion;
    if (route.startsWith("claim")) {
      holding = body.holding;
      if (body.max === 0) return sendJson(response, 200, { attempts: [], leaseMs });
      waiting.set(response, body);
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
      due = [...due, ...attempts];
      serve();
    },
    lose: (runId) => void lost.add(runId),
    failCompletions: (count) => void (failures = count),
    completions: () => completions,
    claims: () => [...waiting.values()],
    holding: () => holding,
    answer: (...asked) => void answer(...asked),
  };
}
