import type { App } from "../app.ts";
import type { ProjectScope } from "../store/scope.ts";
import { isInForce } from "../workers/queries.ts";

/** So long after its end a deployment is told of as completed even if a worker has not said that it serves it. */
const waitAtMostMs = 2_000;

interface Awaiting {
  app: App;
  projectId: string;
  signal: AbortSignal;
  read: <T>(run: (scope: ProjectScope) => Promise<T>) => Promise<T>;
}

interface Ended {
  status: string;
  finishedAt: Date | null;
}

const justCompleted = ({ status, finishedAt }: Ended) =>
  status === "completed" && finishedAt !== null && Math.abs(Date.now() - finishedAt.getTime()) < waitAtMostMs;

/**
 * Waits, when one of these deployments was completed within the last two seconds, until it is in force on all workers: who
 * polls until a deployment is `completed` and then calls is answered by it.
 */
export async function awaitInForce(
  { app, projectId, signal, read }: Awaiting,
  deployments: readonly Ended[],
): Promise<void> {
  const until = performance.now() + waitAtMostMs;
  while (deployments.some(justCompleted) && performance.now() < until && !signal.aborted) {
    const stopWaiting = new AbortController();
    // Waiting begins before reading, so that nothing can happen unheard between the two.
    const heard = app.notifications.wait("workers", {
      timeoutMs: until - performance.now(),
      signal: AbortSignal.any([signal, stopWaiting.signal]),
    });
    try {
      if (await read((scope) => isInForce(scope, projectId))) return;
      await heard;
    } finally {
      stopWaiting.abort();
    }
  }
}
