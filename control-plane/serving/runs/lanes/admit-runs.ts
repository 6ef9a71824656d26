import type { App } from "../../../ground/app.ts";
import type { InstallationScope } from "../../../ground/store/scope.ts";
import type { Candidate } from "../queries/claims.ts";
import { block, countRunning, lockLanes, readRates, wakeLanesAt, type Lane } from "../queries/lanes.ts";

const functionOf = ({ functionId, environment }: Pick<Candidate, "functionId" | "environment">) =>
  `${functionId} ${environment}`;
const isRated = (run: Candidate): run is Candidate & { rateLimit: number; rateSeconds: number } =>
  run.rateLimit !== null && run.rateSeconds !== null && run.beganAt === null;

/** How many runs each Function may begin now, and when it may begin more. */
async function readRoom(app: App, scope: InstallationScope, rated: readonly Candidate[]) {
  const functions = new Map(
    rated
      .filter(isRated)
      .map(({ projectId, functionId, environment, rateLimit: limit, rateSeconds: seconds }) => [
        `${functionId} ${environment}`,
        { projectId, functionId, environment, limit, seconds },
      ]),
  );
  const rates = await readRates(scope, app.clock, [...functions.values()]);
  return new Map(
    rates.map((rate) => {
      const name = functionOf(rate);
      return [name, { room: (functions.get(name)?.limit ?? 0) - rate.begun, nextAt: rate.nextAt }];
    }),
  );
}

/**
 * Decides which of these locked runs may begin: their Functions are not paused, their lanes have room, and their rates
 * allow it. The others are blocked until then. It locks the lanes with limits, so that two claims never fill one twice.
 * Returns the ids of those that may.
 */
export async function admitRuns(app: App, scope: InstallationScope, ready: readonly Candidate[]): Promise<string[]> {
  if (!ready.some((run) => run.isPaused || run.concurrency !== null || isRated(run))) return ready.map(({ id }) => id);
  const limited = ready.filter(({ isPaused, concurrency }) => !isPaused && concurrency !== null);
  const rated = ready.filter((run) => !run.isPaused && isRated(run));
  const rates = rated.map((run): Lane => ({ projectId: run.projectId, lane: `rate of ${functionOf(run)}` }));
  await lockLanes(scope, [...limited, ...rates]);
  const lanes = [...new Map(limited.map(({ projectId, lane }) => [lane, { projectId, lane }])).values()];
  const running = await countRunning(scope, lanes);
  const room = await readRoom(app, scope, rated);
  const admitted: string[] = [];
  const blocked: Candidate[] = [];
  const wakes = new Map<string, Lane & { wakeAt: Date }>();
  for (const run of ready) {
    const { projectId, lane, concurrency, isRetried } = run;
    const count = (running.get(lane) ?? 0) - (isRetried ? 1 : 0);
    const rate = isRated(run) ? room.get(functionOf(run)) : undefined;
    if (run.isPaused || (concurrency !== null && count >= concurrency)) {
      blocked.push(run);
    } else if (rate !== undefined && rate.room <= 0) {
      blocked.push(run);
      wakes.set(lane, { projectId, lane, wakeAt: rate.nextAt ?? new Date(0) });
    } else {
      admitted.push(run.id);
      running.set(lane, count + 1);
      if (rate !== undefined) rate.room -= 1;
    }
  }
  if (blocked.length > 0) {
    const full = [...new Map(blocked.map(({ projectId, lane }) => [lane, { projectId, lane }])).values()];
    await block(scope, { ids: blocked.map(({ id }) => id), lanes: full, admitted });
    await wakeLanesAt(scope, [...wakes.values()]);
  }
  return admitted;
}
