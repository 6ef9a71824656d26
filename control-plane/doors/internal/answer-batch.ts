import { within } from "@ferrule/kit/tracing/current-span.ts";
import type { Span } from "@ferrule/kit/tracing/span.ts";
import type { HostCall, HostCallBatch, HostCallResult } from "@ferrule/contract/internal/host-calls.ts";
import type { App } from "../../ground/app.ts";
import { answerCacheCalls } from "../../data/cache/answer-cache-calls.ts";
import { answerIdempotencyCalls } from "../../serving/idempotency/answer-idempotency-calls.ts";
import { answerCollectionCalls } from "../../data/records/answer-collection-calls.ts";
import { answerMcpCalls } from "../../ground/changes/answer-mcp-calls.ts";
import { answerRunCalls } from "../../serving/runs/hosted/answer-run-calls.ts";
import { answerEach, type AnswerHostCalls } from "../../ground/host-calls/answer-each.ts";

/** The handler of each capability, keyed by the part of a call's name before the dot. */
const capabilities = new Map<string, AnswerHostCalls>([
  ["cache", answerCacheCalls],
  ["collections", answerCollectionCalls],
  ["idempotency", answerIdempotencyCalls],
  ["mcp", answerMcpCalls],
  ["runs", answerRunCalls],
]);

const capabilityOf = (name: string) => name.split(".", 1)[0] ?? "";

/** The spans of those calls that are traced. */
function spansOf({ tracing }: App, calls: readonly HostCall[]): Span[] {
  if (tracing === undefined) return [];
  const spans = calls.map(({ name, trace }) =>
    trace === undefined ? undefined : tracing.proceed({ name, kind: "server" }, trace),
  );
  return spans.filter((span) => span !== undefined);
}

/** Answers a worker's batch. Each capability gets its calls together, so that it may handle them in one go. */
export async function answerBatch(
  app: App,
  { projectId, calls }: HostCallBatch,
  signal: AbortSignal,
): Promise<HostCallResult[]> {
  const groups = Map.groupBy(calls.keys(), (at) => capabilityOf(calls[at]!.name));
  const results: HostCallResult[] = [];
  await Promise.all(
    [...groups].map(async ([capability, places]) => {
      const answer = capabilities.get(capability) ?? answerEach(capability, {});
      const group = places.map((at) => calls[at]!);
      const spans = spansOf(app, group);
      try {
        // Calls that share an answer share their statements. The trace shows these with the first traced call.
        const answered = await within(spans[0], () => answer(app, projectId, group, signal));
        for (const [index, at] of places.entries()) results[at] = answered[index]!;
      } finally {
        for (const span of spans) span.end();
      }
    }),
  );
  return results;
}
