import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { sumTraffic } from "./sum-traffic.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { listCronsOfFunction, listRoutesOfFunction, listServing, listToolsOfFunction } from "./queries/activity.ts";
import { listRollups } from "./queries/traffic.ts";
import { findFunction } from "../../authoring/functions/queries/functions.ts";

const seconds = 900;
const stepMs = seconds * 1_000;
const dayMs = 86_400_000;

/** The rollups of the last day and the last seven days, read once. */
async function trafficOf(scope: ProjectScope, functionId: string, environment: Environment) {
  const now = sharedNow();
  const since = (days: number) => new Date(Math.floor((now - days * dayMs) / stepMs) * stepMs);
  const subject = { of: "function", id: functionId } as const;
  const week = await listRollups(scope, subject, { environment, seconds, from: since(7) }, new Date(now));
  const day = since(1);
  return { day: sumTraffic(week.filter(({ bucketAt }) => bucketAt >= day)), week: sumTraffic(week) };
}

/** Where a Function runs, who may call it, and how its calls went in one environment. It reads only rollups. */
export const getFunctionActivity: Handlers["getFunctionActivity"] = async ({ scope, params, query }) => {
  const { functionId } = params;
  const { environment } = query;
  const { revision } = found(await findFunction(scope, functionId));
  const serving = await listServing(scope, functionId);
  const crons = await listCronsOfFunction(scope, functionId);
  return {
    functionId,
    revision,
    serving: serving.map(({ since, ...one }) => ({ ...one, since: since.toISOString() })),
    tools: await listToolsOfFunction(scope, functionId),
    routes: await listRoutesOfFunction(scope, functionId),
    crons: crons.map(({ nextRunAt, ...one }) => ({ ...one, nextRunAt: nextRunAt?.toISOString() ?? null })),
    environment,
    ...(await trafficOf(scope, functionId, environment)),
  };
};
