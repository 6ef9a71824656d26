import type { Handlers } from "../../ground/handler/handler.ts";
import { getDashboard } from "./get-dashboard.ts";
import { getFunctionActivity } from "./get-function-activity.ts";

export const dashboardHandlers = { getDashboard, getFunctionActivity } satisfies Partial<Handlers>;
