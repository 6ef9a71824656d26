import { ExportResultCode, type ExportResult } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import { Counter, type Registry } from "prom-client";
import type { Log } from "../log.ts";

export type SpanFate = "exported" | "dropped" | "failed";

/** Counts spans by their fate. */
export function countSpans(registry: Registry): (fate: SpanFate, spans: number) => void {
  const counter = new Counter({
    name: "ferrule_spans_total",
    help: "Spans of traced calls: exported, dropped because too many waited, or failed because the receiver did not take them.",
    labelNames: ["outcome"],
    registers: [registry],
  });
  for (const outcome of ["exported", "dropped", "failed"]) counter.inc({ outcome }, 0);
  return (outcome, spans) => counter.inc({ outcome }, spans);
}

/**
 * Counts the results of the exporter, and logs once when it begins to fail. It calls `left` with the number of spans
 * that no longer wait.
 */
export function countedExporter(
  exporter: SpanExporter,
  { count, log, left }: { count: ReturnType<typeof countSpans>; log: Log; left: (spans: number) => void },
): SpanExporter {
  let failing = false;
  return {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      exporter.export(spans, (result) => {
        const ok = result.code === ExportResultCode.SUCCESS;
        left(spans.length);
        count(ok ? "exported" : "failed", spans.length);
        if (!ok && !failing) log.warn({ reason: result.error?.name ?? "Error" }, "the receiver takes no traces");
        failing = !ok;
        // In either case the batch is dropped, so nothing else needs to know.
        done({ code: ExportResultCode.SUCCESS });
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
