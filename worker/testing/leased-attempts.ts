import type { CronAttempt } from "@ferrule/contract/internal/leased-runs.ts";

let made = 0;
/** The first attempt of another cron run each time. */
export const cronAttemptOf = (over: Partial<CronAttempt> = {}): CronAttempt => ({
  runId: `run_${(made += 1)}`,
  attempt: 1,
  mode: "cron",
  projectId: "prj_one",
  environment: "development",
  functionId: "fn_one",
  endpointId: null,
  bindingId: "crn_one",
  deployment: null,
  tenantId: "default",
  caller: { kind: "cron", id: "crn_one", name: "One" },
  input: "{}",
  trace: null,
  executionId: `exe_${made}`,
  requestId: `run_${made}`,
  ...over,
});
