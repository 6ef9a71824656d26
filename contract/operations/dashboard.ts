import { z } from "zod";
import { operation } from "./operation.ts";
import { dashboard, dashboardWindows, trafficOverTime } from "../resources/dashboard.ts";
import { environment, pathId } from "../resources/fields.ts";

const shared = { tag: "Dashboard", scope: "project", method: "GET", roles: "any" } as const;
const window = { environment: environment.default("development"), window: z.enum(dashboardWindows).default("24h") };

/** The state of the active Project, and how its calls went. */
export const dashboardOperations = {
  getDashboard: operation({
    ...shared,
    path: "/api/dashboard",
    summary: "Get what the dashboard shows",
    description: "Calls, errors and latency over time, Functions, endpoints, active deployments, crons and workers.",
    query: z.strictObject(window),
    response: dashboard,
  }),
  getTraffic: operation({
    ...shared,
    path: "/api/traffic",
    summary: "Get traffic over time",
    description: "Calls, errors and latency of the Project, or of one Function, endpoint or binding.",
    query: z.strictObject({
      ...window,
      /** At most one of the three. */
      functionId: pathId.optional(),
      endpointId: pathId.optional(),
      /** A tool, resource, prompt, route or cron. */
      bindingId: pathId.optional(),
      /** Also the time right before: the hour, the same hours of the day, or the week before. */
      compare: z.enum(["before"]).optional(),
    }),
    response: trafficOverTime,
  }),
};
