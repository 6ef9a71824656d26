import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from "@opentelemetry/sdk-trace";
import type { Registry } from "prom-client";
import type { Log } from "../log.ts";
import { countedExporter, countSpans } from "./counted-exporter.ts";

/** Spans that wait for the receiver or are on their way to it. Each takes one to two kilobytes. */
const mostWaiting = 2_048;

interface BoundedOptions {
  exporter: SpanExporter;
  delayMs: number;
  registry: Registry;
  log: Log;
}

/**
 * Sends finished spans in batches. If the receiver is slow or away, spans get lost and are counted; nothing else
 * happens.
 */
export function boundedProcessor({ exporter, delayMs, registry, log }: BoundedOptions): SpanProcessor {
  const count = countSpans(registry);
  let waiting = 0;
  const batches = new BatchSpanProcessor({
    exporter: countedExporter(exporter, {
      count,
      log,
      left: (spans) => {
        waiting -= spans;
      },
    }),
    maxQueueSize: mostWaiting,
    maxExportBatchSize: 512,
    scheduledDelayMillis: delayMs,
    exportTimeoutMillis: 15_000,
  });
  return {
    onStart: () => undefined,
    onEnd(span: ReadableSpan) {
      if (waiting >= mostWaiting) return count("dropped", 1);
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
