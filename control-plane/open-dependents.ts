import { listGrantsOfFunction } from "./auth-policies/queries.ts";
import { listBindingsOfFunction } from "./bindings/queries.ts";
import { resumeCrons, suspendCrons } from "./crons/bindings/suspend-crons.ts";
import { listCronBindingsOfFunction, listCronsWithout } from "./crons/queries/bindings.ts";
import { holdDeployments, listDeployedUses } from "./deployments/queries/deployments.ts";
import type { Dependents } from "./ports/dependents.ts";
import type { Clock } from "./store/clock.ts";

/** The rooms that keep what depends on Functions and Projects. */
export const openDependents = (clock: Clock): Dependents => ({
  async bindingsOfFunction(scope, functionId) {
    const bindings = await listBindingsOfFunction(scope, functionId);
    const crons = await listCronBindingsOfFunction(scope, functionId);
    return [...bindings, ...crons.map(({ id, name }) => ({ kind: "cron" as const, id, endpointId: null, name }))];
  },
  holdDeployments,
  deploymentsOfFunction: listDeployedUses,
  grantsOfFunction: listGrantsOfFunction,
  cronsWithout: listCronsWithout,
  projectArchived: suspendCrons,
  projectRestored: (scope, projectId) => resumeCrons({ clock }, scope, projectId),
});
