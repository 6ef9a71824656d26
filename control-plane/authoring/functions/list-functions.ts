import type { Environment } from "@ferrule/contract/states.ts";
import { dayOfTraffic } from "../../observed/executions/queries/executions.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { wishedPage } from "../../ground/handler/list-page.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { describeSummary } from "./describe-functions.ts";
import { listBoundAs, listFunctionRows } from "./queries/functions.ts";

/** The activity that lists add to each Function. It takes two statements, however many Functions there are. */
async function activityOf(scope: ProjectScope, environment: Environment, ids: readonly string[]) {
  const traffic = await dayOfTraffic(scope, "function", environment, ids);
  const bound = await listBoundAs(scope, ids);
  return (id: string) => {
    const all = bound.get(id) ?? [];
    const boundAs = all.map(({ kind, name, endpointId, endpointName }) => ({ kind, name, endpointId, endpointName }));
    return { ...(traffic.get(id) ?? { calls: 0, failed: 0 }), bindings: all[0]?.bindings ?? 0, boundAs };
  };
}

/** The Project's Functions without their sources, newest first unless requested otherwise. */
export const listFunctions: Handlers["listFunctions"] = async ({ scope, query }) => {
  const { activityIn, sort } = query;
  if (activityIn === undefined && (sort?.endsWith("calls") || sort?.endsWith("failed")))
    throw validationError([{ path: "query.activityIn", message: "is needed to sort by calls" }]);
  return wishedPage(
    query,
    `functions:${scope.projectId}`,
    (wish) => listFunctionRows(scope, wish),
    async (rows) => {
      const items = rows.map((row) => describeSummary(row, row));
      if (activityIn === undefined) return items;
      const ids = items.map(({ id }) => id);
      const activity = await activityOf(scope, activityIn, ids);
      return items.map((item) => ({ ...item, activity: activity(item.id) }));
    },
  );
};
