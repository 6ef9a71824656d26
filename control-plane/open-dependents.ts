import { listTestCaseNames } from "./authoring/test-cases/queries.ts";
import { listGrantsOfFunction, listQuotas } from "./serving/auth-policies/queries.ts";
import { listBindingsOfFunction } from "./serving/bindings/queries.ts";
import { resumeCrons, suspendCrons } from "./serving/crons/bindings/suspend-crons.ts";
import { listCronBindingsOfFunction, listCronsWithout } from "./serving/crons/queries/bindings.ts";
import { findCallers } from "./serving/runtime-endpoints/find-callers.ts";
import { wakeProject } from "./serving/runs/queries/lanes.ts";
import { listRunsUnderWay } from "./serving/runs/queries/under-way.ts";
import { holdDeployments, listDeployedUses } from "./releases/deployments/queries/deployments.ts";
import type { Dependents } from "./ground/ports/dependents.ts";
import type { Clock } from "./ground/store/clock.ts";

/** The folders that keep the facts that depend on Functions and Projects. */
export const openDependents = (clock: Clock): Dependents => ({
  async bindingsOfFunction(scope, functionId) {
    const bindings = await listBindingsOfFunction(scope, functionId);
    const crons = await listCronBindingsOfFunction(scope, functionId);
    return [...bindings, ...crons.map(({ id, name }) => ({ kind: "cron" as const, id, endpointId: null, name }))];
  },
  testCasesOfFunction: listTestCaseNames,
  holdDeployments,
  deploymentsOfFunction: listDeployedUses,
  grantsOfFunction: listGrantsOfFunction,
  cronsWithout: listCronsWithout,
  callers: findCallers,
  quotas: listQuotas,
  runsUnderWay: listRunsUnderWay,
  projectArchived: suspendCrons,
  async projectRestored(scope, projectId) {
    await resumeCrons({ clock }, scope, projectId);
    await wakeProject(scope, projectId);
  },
});
