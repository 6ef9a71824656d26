import { PublicError } from "@ferrule/contract/errors.ts";
import type { Run } from "@ferrule/contract/resources/run.ts";
import { currentSpan } from "@ferrule/kit/tracing/current-span.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import type { App } from "../../ground/app.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { startRunsIn, type RunToStart } from "../runs/start-runs.ts";
import { findRunRow } from "./queries/runs.ts";
import { toRun } from "./shown/to-run.ts";

/** Why a run was not started. */
const refusals = {
  full: "Too many runs of this Project have not ended. Wait until some end, or cancel some.",
  limited: "Too many runs wait for their turn under the Function's concurrency limit.",
} as const;

/** The span of a run's start: all attempts belong to its trace, which is that of the request if somebody traces it. */
function startSpan({ tracing }: App, { id, functionId }: RunToStart): Span | undefined {
  const attributes = { "ferrule.run_id": id, "faas.name": functionId };
  return (
    currentSpan()?.child("start run", "internal", attributes) ??
    tracing?.begin({ name: "start run", kind: "internal", attributes })
  );
}

/** What a run keeps of its span. */
function traceOf({ carrier: { traceparent, tracestate } }: Span): RunToStart["trace"] {
  return tracestate === undefined || tracestate.length > 1_024 ? { traceparent } : { traceparent, tracestate };
}

/**
 * Starts one run; if another one has its key, that is the result.
 * @throws PublicError RATE_LIMITED when too many runs wait; NOT_FOUND when the Function is gone
 */
export async function startOne(app: App, scope: ProjectScope, run: RunToStart): Promise<Run & { isNew: boolean }> {
  const span = startSpan(app, run);
  const traced = span === undefined ? run : { ...run, trace: traceOf(span) };
  const [started] = await startRunsIn(app, scope, [traced]).finally(() => span?.end());
  const { id, outcome } = found(started);
  if (outcome === "full" || outcome === "limited") throw new PublicError("RATE_LIMITED", refusals[outcome]);
  return { ...toRun(found(await findRunRow(scope, id))), isNew: outcome === "started" };
}
