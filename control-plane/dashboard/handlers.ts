import type { Handlers } from "../http/handler.ts";
import { getDashboard } from "./get-dashboard.ts";

export const dashboardHandlers = { getDashboard } satisfies Partial<Handlers>;
