import type { Handlers } from "../http/handler.ts";
import { listCronRuns } from "./list-cron-runs.ts";
import { runCronBinding } from "./run-cron-binding.ts";

export const cronRunHandlers = { listCronRuns, runCronBinding } satisfies Partial<Handlers>;
