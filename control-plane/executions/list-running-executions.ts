import type { Handlers } from "../http/handler/handler.ts";
import { listRunningRows, toRunning } from "./queries/running.ts";

/** What of the active Project has been running for a second or more: calls, and tests of drafts. */
export const listRunningExecutions: Handlers["listRunningExecutions"] = async ({ scope }) => ({
  items: (await listRunningRows(scope)).map(toRunning),
});
