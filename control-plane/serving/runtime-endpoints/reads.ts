import { dayOfTraffic } from "../../observed/executions/queries/executions.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { wishedPage } from "../../ground/handler/list-page.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { describeEndpoints, describeEndpoint } from "./describe-endpoints.ts";
import { countBindings, listEndpointRows, findEndpoint } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";

/** The Project's MCP Endpoints and HTTP APIs, newest first unless requested otherwise. */
export const listRuntimeEndpoints: Handlers["listRuntimeEndpoints"] = async ({ app, scope, query }) => {
  const { activityIn, sort } = query;
  if (activityIn === undefined && (sort?.endsWith("calls") || sort?.endsWith("failed")))
    throw validationError([{ path: "query.activityIn", message: "is needed to sort by calls" }]);
  return wishedPage(
    query,
    `runtime-endpoints:${scope.projectId}`,
    (wish) => listEndpointRows(scope, wish),
    async (rows) => {
      const items = await describeEndpoints(scope, app, rows);
      if (activityIn === undefined) return items;
      const ids = items.map(({ id }) => id);
      const traffic = await dayOfTraffic(scope, "endpoint", activityIn, ids);
      const bindings = await countBindings(scope, ids);
      const activityOf = (id: string) => ({
        bindings: bindings.get(id) ?? 0,
        ...(traffic.get(id) ?? { calls: 0, failed: 0 }),
      });
      return items.map((item) => ({ ...item, activity: activityOf(item.id) }));
    },
  );
};

export const getRuntimeEndpoint: Handlers["getRuntimeEndpoint"] = async ({ app, scope, params }) =>
  describeEndpoint(scope, app, found(await findEndpoint(scope, params.endpointId)));
