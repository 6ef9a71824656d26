// Why: docs/decisions/completed-means-in-force.md
import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { App } from "../../../ground/app.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { tryUntil } from "../../../ground/store/try-until.ts";
import { isInForce } from "../../../ground/workers/queries.ts";

/** A deployment that ended this long ago counts as completed even if a worker has not confirmed that it serves it. */
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
  status === "completed" && finishedAt !== null && Math.abs(sharedNow() - finishedAt.getTime()) < waitAtMostMs;

/**
 * If one of these deployments completed within the last two seconds, waits until all workers serve it. So a client that
 * polls until `completed`, and then calls, reaches the new deployment.
 */
export async function awaitInForce(
  { app, projectId, signal, read }: Awaiting,
  deployments: readonly Ended[],
): Promise<void> {
  if (!deployments.some(justCompleted)) return;
  await tryUntil(app.notifications, { channel: "workers", timeoutMs: waitAtMostMs, signal }, async () =>
    !deployments.some(justCompleted) || (await read((scope) => isInForce(scope, projectId))) ? true : null,
  );
}
