import type { Handlers } from "../../ground/handler/handler.ts";
import { listRunningRows, toRunning } from "./queries/running.ts";

/** The active Project's calls and draft tests that have been running for a second or more. */
export const listRunningExecutions: Handlers["listRunningExecutions"] = async ({ scope }) => ({
  items: (await listRunningRows(scope)).map(toRunning),
});
