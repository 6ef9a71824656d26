import { sharedNow } from "@ferrule/kit/shared-time.ts";
import type { DashboardWindow } from "@ferrule/contract/resources/dashboard.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { chooseSteps } from "./choose-steps.ts";
import { listRollups, readFirstCall, type RollupRow, type Subject } from "./queries/traffic.ts";
import { sumTraffic } from "./sum-traffic.ts";

interface Steps {
  fromMs: number;
  stepMs: number;
  steps: number;
}

/** The sums of a time and of each of its steps. */
function sumsOf(rollups: readonly RollupRow[], { fromMs, stepMs, steps }: Steps) {
  const byStep = Map.groupBy(rollups, ({ bucketAt }) => Math.floor((bucketAt.getTime() - fromMs) / stepMs));
  return {
    ...sumTraffic(rollups),
    series: Array.from({ length: steps }, (_, step) => ({
      at: new Date(fromMs + step * stepMs).toISOString(),
      ...sumTraffic(byStep.get(step) ?? []),
    })),
  };
}

interface Asked {
  environment: Environment;
  window: DashboardWindow;
  /** Also the time before. */
  compares: boolean;
}

/** The calls of a subject over a window that ends now. It reads only rollups, however many calls they count. */
export async function readTraffic(scope: ProjectScope, subject: Subject, { environment, window, compares }: Asked) {
  const now = sharedNow();
  const firstCallAt = await readFirstCall(scope, environment, subject);
  const { seconds, ...shown } = chooseSteps(window, now, firstCallAt);
  const sumsUntil = async (fromMs: number, toMs: number) => {
    const part = { environment, seconds, from: new Date(fromMs) };
    return sumsOf(await listRollups(scope, subject, part, new Date(toMs)), { ...shown, fromMs });
  };
  const { fromMs, stepMs, steps } = shown;
  const lengthMs = steps * stepMs;
  const [from, before] = [new Date(fromMs), new Date(fromMs - lengthMs)];
  return {
    part: { environment, seconds, from },
    answer: {
      environment,
      window,
      from: from.toISOString(),
      to: new Date(now).toISOString(),
      firstCallAt: firstCallAt !== null && firstCallAt >= fromMs ? new Date(firstCallAt).toISOString() : null,
      ...(await sumsUntil(fromMs, now)),
    },
    before: compares
      ? {
          from: before.toISOString(),
          to: new Date(now - lengthMs).toISOString(),
          ...(await sumsUntil(before.getTime(), now - lengthMs)),
        }
      : null,
  };
}
