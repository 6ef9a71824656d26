import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { callerKeyOf } from "./filters/caller-key.ts";
import { knownCaller } from "./known-caller.ts";
import { addUsage, type UsageSum } from "./queries/add-usage.ts";

const begin = ({ projectId, environment, startedAt, caller, tenantId, ...record }: ExecutionRecord): UsageSum => ({
  projectId,
  environment,
  day: new Date(startedAt).toISOString().slice(0, 10),
  callerKey: callerKeyOf(caller) ?? (caller.kind === "anonymous" ? "" : caller.kind),
  tenantId,
  bindingId: record.bindingId ?? "",
  caller: knownCaller(caller),
  functionName: record.functionName,
  calls: 0,
  runs: 0,
  failed: 0,
  rejected: 0,
  durationMs: 0,
  cpuMs: 0,
});

/** The sums of a batch, in a fixed order: two batches then never deadlock. */
function sumsOf(records: readonly ExecutionRecord[]): UsageSum[] {
  const sums = new Map<string, UsageSum>();
  for (const record of records) {
    const first = begin(record);
    const key = JSON.stringify([first.environment, first.day, first.callerKey, first.tenantId, first.bindingId]);
    const sum = sums.get(key) ?? first;
    sums.set(key, sum);
    sum.calls += 1;
    if (record.run?.attempt === 1) sum.runs += 1;
    if (record.status === "failed" || record.status === "timed_out") sum.failed += 1;
    else if (record.status === "rejected") sum.rejected += 1;
    sum.durationMs += record.durationMs;
    sum.cpuMs += record.cpuMs;
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/** Counts calls of one Project. Each must have just been stored for the first time. Tests of drafts are not usage. */
export async function countUsage(scope: InstallationScope, records: readonly ExecutionRecord[]): Promise<void> {
  const sums = sumsOf(records.filter(({ source }) => source !== "test"));
  if (sums.length > 0) await addUsage(scope, sums);
}
