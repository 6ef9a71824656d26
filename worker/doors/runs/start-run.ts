import type { StartedRun } from "@ferrule/contract/internal/runs.ts";
import { toMicroseconds } from "@ferrule/kit/metrics/to-microseconds.ts";
import { identifier } from "@ferrule/kit/identifier.ts";
import { nothingRan, recordOf, type RecordedCall } from "../../calls/admission/execution-record.ts";
import type { CallContext } from "../../calls/admission/function-call.ts";
import type { Masker } from "../../ground/masking/masker.ts";
import { refusal, type Refusal } from "../serving/exchange.ts";
import { newRunOf, type RunFacts } from "./new-run.ts";
import type { RunReader } from "./read-run.ts";
import type { RunStore } from "./run-store.ts";

/** The parts of the worker that calls need to become runs. */
export interface RunMeans extends RunReader {
  store: RunStore;
  masker: Pick<Masker, "shown">;
  /** The origin of PUBLIC_URL, where people approve. */
  publicOrigin: string;
}

/** A stored run. `isExisting`: another call with the same key has started it before, or this one may be its repetition. */
export interface StoredRun {
  id: string;
  isExisting: boolean;
  /** Whether another call with the same key leads to this run. */
  isKeyed: boolean;
  approvalId: string | null;
}

const retryAfter = (seconds: number) => ["retry-after", String(seconds)];

const refusals: Record<Exclude<StartedRun["outcome"], "started" | "existing"> | "unknown", Refusal> = {
  gone: refusal("NOT_FOUND"),
  full: refusal("RATE_LIMITED", "Too many runs of this Project have not ended.", retryAfter(60)),
  limited: refusal("RATE_LIMITED", "Too many runs like this one wait for their turn.", retryAfter(10)),
  unknown: refusal("UNAVAILABLE", undefined, retryAfter(5)),
};

/**
 * Starts a run and resolves when it is stored. Without a refusal, the run is not lost: it ends once.
 * @throws Error if the worker itself has failed
 */
export async function startRun(
  { store, masker }: Pick<RunMeans, "store" | "masker">,
  facts: RunFacts,
): Promise<StoredRun | { refused: Refusal }> {
  const made = newRunOf(facts, masker);
  if ("refused" in made) return made;
  const { run } = made;
  const stored = await store.start(facts.projectId, run);
  if (stored === null) return { refused: refusals.unknown };
  const { outcome, id, approvalId } = stored;
  if (outcome !== "started" && outcome !== "existing") return { refused: refusals[outcome] };
  const hasOwnId = facts.repeatable?.id !== undefined && facts.repeatable.id === run.id;
  // The same key stands for the same request, and the request is in the id.
  if (hasOwnId && id !== run.id) return { refused: refusal("IDEMPOTENCY_MISMATCH") };
  // An id that was made for this call exists only because the message came twice.
  const isExisting = outcome === "existing" && (hasOwnId || id !== run.id);
  return { id, isExisting, isKeyed: run.key !== null, approvalId };
}

/** Records the call that has started a run. The attempts of the run have executions of their own. */
export function recordStart(
  { reporter, workerId }: Pick<CallContext, "reporter" | "workerId">,
  call: RecordedCall,
  { id }: StoredRun,
): void {
  const durationMs = toMicroseconds(performance.now() - call.admitted.began);
  const end = { status: "succeeded", output: { run: id }, error: null } as const;
  const record = recordOf(workerId, call.executionId ?? identifier("exe"), call, { ...nothingRan, durationMs }, end);
  reporter.record(call.deliveryId === undefined ? record : { ...record, delivered: true });
}
