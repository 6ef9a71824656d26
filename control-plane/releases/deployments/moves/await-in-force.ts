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
 * Waits, at most two seconds, until the state of this key in the feed is in force on all workers.
 * @param isAwaited whether to wait on
 */
export async function awaitStateInForce(
  { app, signal, read }: Omit<Awaiting, "projectId">,
  key: string,
  isAwaited: () => boolean = () => true,
): Promise<void> {
  await tryUntil(app.notifications, { channel: "workers", timeoutMs: waitAtMostMs, signal }, async () =>
    !isAwaited() || (await read((scope) => isInForce(scope, key))) ? true : null,
  );
}

/**
 * If one of these deployments completed within the last two seconds, waits until all workers serve it. So a client that
 * polls until `completed`, and then calls, reaches the new deployment.
 */
export const awaitInForce = (awaiting: Awaiting, deployments: readonly Ended[]): Promise<void> =>
  awaitStateInForce(awaiting, `project:${awaiting.projectId}`, () => deployments.some(justCompleted));
