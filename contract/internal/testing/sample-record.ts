import type { ExecutionRecord } from "../execution.ts";

/** A worker's report of a call that succeeded, for tests and measurements; `facts` override the defaults. */
export const sampleRecord = (
  facts: Pick<ExecutionRecord, "id" | "projectId" | "requestId"> & Partial<ExecutionRecord>,
): ExecutionRecord => ({
  environment: "development",
  deploymentId: null,
  functionId: null,
  functionName: "a-function",
  functionDigest: null,
  endpointId: null,
  bindingId: null,
  source: "mcp",
  tenantId: "default",
  caller: { kind: "anonymous", id: null, name: null },
  status: "succeeded",
  startedAt: new Date().toISOString(),
  durationMs: 1.25,
  queueMs: 0,
  gatewayMs: 0.2,
  cpuMs: 0.5,
  coldStart: false,
  input: null,
  output: null,
  error: null,
  logs: [],
  calls: [],
  hostCalls: [],
  hostCallsOmitted: 0,
  workerId: "wrk_1",
  ...facts,
});
