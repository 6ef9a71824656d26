import { sharedNow } from "@ferrule/kit/shared-time.ts";
import { callerKeyOf } from "./filters/caller-key.ts";
import {
  addCallerSums,
  addEndpointMinutes,
  addEndpointSums,
  addSums,
  callerSeconds,
  minutesForMs,
  rollupPlace,
  type CallerSum,
  type EndpointMinute,
  type EndpointSum,
  type Rollup,
  type RollupOf,
} from "./queries/roll-ups.ts";
import type { ExecutionRecord } from "@ferrule/contract/internal/execution.ts";
import type { InstallationScope } from "../../ground/store/scope.ts";
import { stepOf, steps } from "@ferrule/kit/metrics/duration-scale.ts";

/** The lengths, in seconds, of the rollups in which a call counts. */
const lengthsFor = (startedAt: number) => (startedAt > sharedNow() - minutesForMs ? [60, 900] : [900]);

const empty = (of: Pick<Rollup, "projectId" | "environment" | "seconds" | "bucketAt">): Omit<Rollup, "functionId"> => ({
  ...of,
  functionName: "",
  calls: 0,
  failed: 0,
  rejected: 0,
  cancelled: 0,
  durations: Array<number>(steps).fill(0),
});

function count(rollup: Omit<Rollup, "functionId">, { status, durationMs }: ExecutionRecord): void {
  rollup.calls += 1;
  if (status === "failed" || status === "timed_out") rollup.failed += 1;
  else if (status === "rejected" || status === "cancelled") rollup[status] += 1;
  const step = stepOf(durationMs);
  rollup.durations[step] = (rollup.durations[step] ?? 0) + 1;
}

/** What a call counts for: all calls, its Function, its endpoint and its binding. */
const subjectsOf = ({ functionId, endpointId, bindingId }: ExecutionRecord): [RollupOf, string][] => [
  ["function", ""],
  ...(functionId === null ? [] : [["function", functionId] as [RollupOf, string]]),
  ...(endpointId === null ? [] : [["endpoint", endpointId] as [RollupOf, string]]),
  ...(bindingId === null ? [] : [["binding", bindingId] as [RollupOf, string]]),
];

/**
 * The rollups of a batch, for each Function, endpoint and binding, and for all, in a fixed order: two batches then never
 * deadlock.
 */
function sums(records: readonly ExecutionRecord[]): Rollup[] {
  const rollups = new Map<string, Rollup>();
  for (const record of records) {
    const { projectId, functionName } = record;
    const startedAt = Date.parse(record.startedAt);
    for (const seconds of lengthsFor(startedAt)) {
      const atMs = Math.floor(startedAt / (seconds * 1_000)) * seconds * 1_000;
      const bucketAt = new Date(atMs).toISOString();
      for (const [of, id] of subjectsOf(record)) {
        const environment = rollupPlace(record.environment, of);
        const key = `${environment} ${seconds} ${bucketAt} ${id}`;
        const known = rollups.get(key) ?? { ...empty({ projectId, environment, seconds, bucketAt }), functionId: id };
        if (id !== "" && of !== "endpoint") known.functionName = functionName;
        rollups.set(key, known);
        count(known, record);
      }
    }
  }
  return [...rollups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rollup]) => rollup);
}

/** The calls of a batch by endpoint, in parts of `lengthMs` each, in a fixed order. */
function byEndpoint(
  records: readonly ExecutionRecord[],
  lengthMs: number,
): (readonly [EndpointSum, ExecutionRecord[]])[] {
  const groups = Map.groupBy(records, ({ environment, endpointId, startedAt }) => {
    const bucketAt = new Date(Math.floor(Date.parse(startedAt) / lengthMs) * lengthMs).toISOString();
    return endpointId === null ? "" : `${environment} ${endpointId} ${bucketAt}`;
  });
  groups.delete("");
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, calls]) => {
      const [environment, endpointId, bucketAt] = key.split(" ");
      const failed = calls.filter(({ status }) => status === "failed" || status === "timed_out").length;
      return [
        { projectId: calls[0]?.projectId, environment, endpointId, bucketAt, calls: calls.length, failed },
        calls,
      ] as const;
    });
}

/** The rollups of a batch by endpoint, for a quarter of an hour each. */
const endpointSums = (records: readonly ExecutionRecord[]): EndpointSum[] =>
  byEndpoint(records, 900_000).map(([sum]) => sum);

/** The minutes of a batch by endpoint, without those that nobody looks at any more. */
function endpointMinutes(records: readonly ExecutionRecord[]): EndpointMinute[] {
  const since = sharedNow() - minutesForMs;
  const recent = records.filter(({ startedAt }) => Date.parse(startedAt) > since);
  return byEndpoint(recent, 60_000).map(([sum, calls]) => {
    const durations = Array<number>(steps).fill(0);
    for (const { durationMs } of calls) durations[stepOf(durationMs)]! += 1;
    return { ...sum, durations };
  });
}

/** Names appear on one line, so we shorten them. */
const shortly = (text: string | null) => text?.slice(0, 200) ?? null;

/** The rollups of a batch by caller. One batch has up to 500 of them, so the order is fixed here too. */
function callerSums(records: readonly ExecutionRecord[]): CallerSum[] {
  const rollups = new Map<string, CallerSum>();
  for (const { projectId, environment, startedAt, status, caller } of records) {
    const callerKey = callerKeyOf(caller);
    if (callerKey === null) continue;
    const { kind, id, name, issuer, subject } = caller;
    for (const seconds of callerSeconds) {
      const length = seconds * 1_000;
      const bucketAt = new Date(Math.floor(Date.parse(startedAt) / length) * length).toISOString();
      const key = `${environment} ${seconds} ${bucketAt} ${callerKey}`;
      const of = { projectId, environment, seconds, bucketAt, callerKey, calls: 0, failed: 0 };
      const known = rollups.get(key) ?? { ...of, caller };
      known.caller = {
        kind,
        id,
        name: shortly(name),
        ...(issuer === undefined ? {} : { issuer }),
        ...(subject === undefined ? {} : { subject }),
      };
      known.calls += 1;
      if (status === "failed" || status === "timed_out") known.failed += 1;
      rollups.set(key, known);
    }
  }
  return [...rollups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

/**
 * Adds calls of one Project to its rollups. Each must have just been stored for the first time. Draft tests do not
 * count.
 */
export async function rollUp(scope: InstallationScope, records: readonly ExecutionRecord[]): Promise<void> {
  const counted = records.filter(({ source }) => source !== "test");
  const added = sums(counted);
  if (added.length === 0) return;
  const ofEndpoints = endpointSums(counted);
  const minutes = endpointMinutes(counted);
  const byCaller = callerSums(counted);
  await Promise.all([
    ofEndpoints.length > 0 ? addEndpointSums(scope, ofEndpoints) : undefined,
    minutes.length > 0 ? addEndpointMinutes(scope, minutes) : undefined,
    byCaller.length > 0 ? addCallerSums(scope, byCaller) : undefined,
    addSums(scope, added),
  ]);
}
