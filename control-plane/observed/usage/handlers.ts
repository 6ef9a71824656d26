import type { Handlers } from "../../ground/handler/handler.ts";
import { exportUsage } from "./export-usage.ts";
import { getUsage } from "./get-usage.ts";

export const usageHandlers = { exportUsage, getUsage } satisfies Partial<Handlers>;
