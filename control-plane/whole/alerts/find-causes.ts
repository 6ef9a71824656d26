import type { Clock } from "../../ground/store/clock.ts";
import { readClock } from "../../ground/store/clock.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import type { Cause } from "./cause.ts";
import {
  awayMachines,
  brokenBounds,
  deadDeliveries,
  endingCertificate,
  expiring,
  failedDeployment,
  failingCron,
  usedQuotas,
  waitingApproval,
} from "./describe-causes.ts";
import { listBrokenBounds } from "./queries/causes-of-calls.ts";
import { listExpiring, listOwnCertificates, listUsedQuotas } from "./queries/causes-of-limits.ts";
import { listMachines } from "./queries/causes-of-machines.ts";
import {
  listDeadDeliveries,
  listFailedDeployments,
  listFailingCrons,
  listWaitingApprovals,
} from "./queries/causes-of-work.ts";

/** Everything that is wrong now in any Project, whoever wants to be told. It reads sums and indexes, never calls. */
export async function findCauses(
  scope: InstallationScope,
  clock: Clock,
  projectIds: readonly string[],
): Promise<Cause[]> {
  const now = (await readClock(scope, clock)).getTime();
  return [
    ...(await listFailedDeployments(scope)).map(failedDeployment),
    ...(await listFailingCrons(scope)).map(failingCron),
    ...(await listDeadDeliveries(scope, clock)).map(deadDeliveries),
    ...(await listBrokenBounds(scope, clock)).flatMap(brokenBounds),
    ...(await listUsedQuotas(scope, clock)).flatMap(usedQuotas),
    ...(await listMachines(scope)).flatMap((row) => awayMachines(row, projectIds)),
    ...(await listExpiring(scope, clock)).map(expiring),
    ...(await listOwnCertificates(scope)).flatMap((row) => endingCertificate(row, now)),
    ...(await listWaitingApprovals(scope, clock)).map(waitingApproval),
  ];
}
