import { z } from "zod";
import { operation } from "./operation.ts";
import {
  alert,
  alertBounds,
  alertCounts,
  alertFilters,
  alertSettings,
  changedAlertBounds,
  changedAlertSettings,
} from "../resources/alert.ts";
import { listOf, page } from "../resources/fields.ts";

const shared = { tag: "Alerts", scope: "project", whenManaged: "allowed" } as const;
const keepers = ["owner", "admin", "operator"] as const;

/** What went wrong in a Project, and when that is an alert. */
export const alertOperations = {
  listAlerts: operation({
    ...shared,
    method: "GET",
    path: "/api/alerts",
    summary: "List what fires and what has fired",
    description: "In the last 30 days, the newest first.",
    roles: "any",
    query: z.strictObject({ ...page, ...alertFilters }),
    response: listOf(alert),
  }),
  countAlerts: operation({
    ...shared,
    method: "GET",
    path: "/api/alerts/counts",
    summary: "Count the alerts that say that something fails",
    description: "In each environment.",
    roles: "any",
    response: alertCounts,
  }),
  getAlertSettings: operation({
    ...shared,
    method: "GET",
    path: "/api/alert-settings",
    summary: "Which alerts are switched off, and when channels are quiet",
    roles: "any",
    response: alertSettings,
  }),
  updateAlertSettings: operation({
    ...shared,
    method: "PATCH",
    path: "/api/alert-settings",
    summary: "Switch kinds of alerts on and off, and set quiet hours",
    roles: keepers,
    body: changedAlertSettings,
    response: alertSettings,
    audit: "alert-settings.update",
    ifMatch: true,
  }),
  getAlertBounds: operation({
    ...shared,
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId/alert-bounds",
    summary: "When the calls of an endpoint are an alert",
    roles: "any",
    response: alertBounds,
  }),
  updateAlertBounds: operation({
    ...shared,
    method: "PATCH",
    path: "/api/runtime-endpoints/:endpointId/alert-bounds",
    summary: "Change when the calls of an endpoint are an alert",
    description: "Effective within a minute.",
    roles: keepers,
    body: changedAlertBounds,
    response: alertBounds,
    audit: "alert-bounds.update",
    ifMatch: true,
  }),
};
