import assert from "node:assert/strict";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import { sampleRecord } from "@ferrule/contract/internal/testing/sample-record.ts";
import type { RunningCall } from "@ferrule/contract/internal/workers.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import type { TestWorker } from "../../../doors/internal/testing/connect-worker.ts";

/** A worker's report of a call of this Project, with `fields` overriding the defaults. */
export const record = (projectId: string, fields: Partial<ExecutionRecord> = {}): ExecutionRecord =>
  sampleRecord({
    id: identifier("exe"),
    projectId,
    requestId: identifier("req"),
    deploymentId: "dep_gone",
    functionId: "fn_gone",
    functionName: "look-up",
    endpointId: "ep_1",
    input: { orderId: "A-1" },
    ...fields,
  });

/** Reports calls that have ended. */
export async function report(worker: TestWorker, records: readonly ExecutionRecord[]): Promise<void> {
  assert.equal((await worker.ask("recordExecutions", { records })).status, 204);
}

/** Reports the running calls of a worker; returns the calls to cancel. */
export async function reportRunning(worker: TestWorker, calls: readonly RunningCall[]): Promise<string[]> {
  const { status, body } = await worker.ask("reportWorker", {
    workerId: worker.id,
    version: "1.2.3",
    startedAt: "2026-11-21T08:00:00.000Z",
    running: calls.length,
    waiting: 0,
    capacity: 64,
    calls,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body["cancelled"] as string[];
}

/** A running call of this Project. */
export const runningCall = (projectId: string, fields: Partial<RunningCall> = {}): RunningCall => ({
  executionId: identifier("exe"),
  projectId,
  requestId: identifier("req"),
  environment: "development",
  functionId: "fn_gone",
  functionName: "look-up",
  endpointId: "ep_1",
  source: "mcp",
  tenantId: "default",
  startedAt: new Date().toISOString(),
  ...fields,
});
