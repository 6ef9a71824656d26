import { dayOfTraffic } from "../../observed/executions/queries/executions.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { cursorOf } from "../../ground/store/rows/select-page.ts";
import { describeEndpoints, describeEndpoint } from "./describe-endpoints.ts";
import { countBindings, listEndpointRows, findEndpoint } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";

/** The Project's MCP Endpoints and HTTP APIs, newest first unless requested otherwise. */
export const listRuntimeEndpoints: Handlers["listRuntimeEndpoints"] = async ({ app, scope, query }) => {
  const { activityIn, sort } = query;
  if (activityIn === undefined && (sort?.endsWith("calls") || sort?.endsWith("failed")))
    throw validationError([{ path: "query.activityIn", message: "is needed to sort by calls" }]);
  const { list, wish } = readWish(query, `runtime-endpoints:${scope.projectId}`);
  const page = toPage(await listEndpointRows(scope, wish), query.limit, list, cursorOf);
  const items = await describeEndpoints(scope, app, page.items);
  if (activityIn === undefined) return { items, nextCursor: page.nextCursor };
  const ids = items.map(({ id }) => id);
  const traffic = await dayOfTraffic(scope, "endpoint", activityIn, ids);
  const bindings = await countBindings(scope, ids);
  const activityOf = (id: string) => ({
    bindings: bindings.get(id) ?? 0,
    ...(traffic.get(id) ?? { calls: 0, failed: 0 }),
  });
  return { items: items.map((item) => ({ ...item, activity: activityOf(item.id) })), nextCursor: page.nextCursor };
};

export const getRuntimeEndpoint: Handlers["getRuntimeEndpoint"] = async ({ app, scope, params }) =>
  describeEndpoint(scope, app, found(await findEndpoint(scope, params.endpointId)));
