import type { Handlers } from "../../ground/handler/handler.ts";
import { newestPage } from "../../ground/handler/list-page.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findEndpoint } from "../../serving/runtime-endpoints/queries.ts";
import { toBounds, toSettings } from "./describe-settings.ts";
import { listAlertRows, toAlert } from "./queries/alerts.ts";
import { findAlertBounds, findAlertSettings } from "./queries/settings.ts";

export const listAlerts: Handlers["listAlerts"] = ({ scope, query }) => {
  const { state = "", rule = "", environment = "" } = query;
  return newestPage(
    query,
    `alerts:${scope.projectId}:${state}:${rule}:${environment}`,
    (limit, before) => listAlertRows(scope, query, limit, before),
    (rows) => rows.map(toAlert),
  );
};

export const getAlertSettings: Handlers["getAlertSettings"] = async ({ scope }) =>
  toSettings(await findAlertSettings(scope));

export const getAlertBounds: Handlers["getAlertBounds"] = async ({ scope, params }) => {
  const { id } = found(await findEndpoint(scope, params.endpointId));
  return toBounds(id, await findAlertBounds(scope, id));
};
