import { z } from "zod";
import { operation } from "./operation.ts";
import { dashboard, dashboardWindows } from "../resources/dashboard.ts";
import { environment } from "../resources/fields.ts";

/** The state of the active Project. */
export const dashboardOperations = {
  getDashboard: operation({
    method: "GET",
    path: "/api/dashboard",
    summary: "Get what the dashboard shows",
    description: "Calls, errors and latency over time, Functions, active deployments, crons and workers.",
    tag: "Dashboard",
    scope: "project",
    roles: "any",
    query: z.strictObject({
      environment: environment.default("development"),
      window: z.enum(dashboardWindows).default("24h"),
    }),
    response: dashboard,
  }),
};
