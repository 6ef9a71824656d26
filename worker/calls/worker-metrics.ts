import { executionSources, executionStatuses } from "@ferrule/contract/states.ts";
import { createMetrics } from "@ferrule/kit/metrics/metrics.ts";
import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { Slots } from "./admission/slots.ts";

export interface WorkerMetrics {
  registry: Registry;
  /** A request under a runtime prefix was answered. */
  answered: (prefix: "mcp" | "http", status: number, durationMs: number) => void;
  /** A Function's call, or its refusal after authentication, was recorded. */
  recorded: (source: string, status: string) => void;
  /** A request was refused because of its origin, or because there were too many. */
  turnedAway: (because: TurnedAway) => void;
  /** The control plane did not answer a question about limits in time. */
  limitsUnanswered: () => void;
  /** Shows the streams on which MCP clients listen, and those cut off because their clients did not read. */
  watch: (listeners: { readonly size: number; onDrop: () => void }) => void;
  /** Shows how many questions wait for the people behind clients with event streams. */
  watchQuestions: (open: { readonly size: number }) => void;
  /** The keys of an issuer that a policy trusts were requested. */
  issuerKeysFetched: (ok: boolean) => void;
}

const reasons = ["address", "rate", "quota"] as const;
type TurnedAway = (typeof reasons)[number];

interface Observed {
  slots: Slots;
  staleMs: () => number;
  endpoints: () => number;
  journal: () => { waitingBytes: number; lost: number };
  sandbox: () => { executors: number; isolates: number };
}

const seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Registers a gauge that is read on each scrape. */
const gaugeOf = (registry: Registry, name: string, help: string, read: () => number) =>
  new Gauge({
    name: `ferrule_worker_${name}`,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });

function observe(registry: Registry, { slots, staleMs, endpoints, journal, sandbox }: Observed): void {
  const gauge = (name: string, help: string, read: () => number) => gaugeOf(registry, name, help, read);
  gauge("slots", "RUNTIME_CONCURRENCY.", () => slots.capacity);
  gauge("slots_running", "Invocation slots taken.", () => slots.running);
  gauge("slots_waiting", "Calls that wait for a slot.", () => slots.waiting);
  gauge("memory_reserved_bytes", "Memory limits of running calls, added up.", () => slots.reservedMb * 1_048_576);
  gauge("endpoints", "Endpoints known, one an environment.", endpoints);
  gauge("executors", "Executor processes of the sandbox.", () => sandbox().executors);
  gauge("isolates", "Isolates of the sandbox, warm or running.", () => sandbox().isolates);
  gauge("journal_bytes", "Executions that the control plane has not taken yet.", () => journal().waitingBytes);
  gauge(
    "executions_lost",
    "Executions given up since the start: journal or disk full, or refused.",
    () => journal().lost,
  );
  gauge("feed_stale_seconds", "How long the control plane has been away.", () => staleMs() / 1_000);
}

/** Shows open streams for changes, and counts those that were cut off. */
function watchListeners(registry: Registry): WorkerMetrics["watch"] {
  return (listeners) => {
    gaugeOf(registry, "listeners", "Open streams on which MCP clients listen for changes.", () => listeners.size);
    const dropped = new Counter({
      name: "ferrule_worker_listeners_dropped_total",
      help: "Streams for changes that the worker closed because their clients did not read them.",
      registers: [registry],
    });
    listeners.onDrop = () => dropped.inc();
  };
}

/** The worker's metrics. Gauges are read on each scrape, so a call only updates two counters and a histogram. */
export function createWorkerMetrics(observed: Observed): WorkerMetrics {
  const registry = createMetrics("worker");
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ name: `ferrule_worker_${name}_total`, help, labelNames, registers });
  const answers = counter("requests", "Requests answered, by prefix and status.", ["prefix", "status"]);
  const durations = new Histogram({
    name: "ferrule_worker_request_duration_seconds",
    help: "Time from a request's header to its answer.",
    labelNames: ["prefix"],
    buckets: seconds,
    registers,
  });
  const executions = counter("executions", "Executions recorded, by source and status.", ["source", "status"]);
  const keyFetches = counter(
    "issuer_key_fetches",
    "Requests for the public keys of issuers that policies trust, by outcome.",
    ["outcome"],
  );
  const refusals = counter(
    "turned_away",
    "Requests refused for the address that they came from, or because a rate or quota was used up.",
    ["reason"],
  );
  const unanswered = counter(
    "limits_unanswered",
    "Questions about limits that the control plane did not answer in time.",
  );
  // We count from 0, so that the first failure shows as a rise.
  for (const source of executionSources) for (const status of executionStatuses) executions.inc({ source, status }, 0);
  for (const outcome of ["ok", "failed"]) keyFetches.inc({ outcome }, 0);
  for (const reason of reasons) refusals.inc({ reason }, 0);
  observe(registry, observed);
  return {
    registry,
    answered(prefix, status, durationMs) {
      answers.inc({ prefix, status });
      durations.observe({ prefix }, durationMs / 1_000);
    },
    recorded(source, status) {
      executions.inc({ source, status });
    },
    turnedAway(reason) {
      refusals.inc({ reason });
    },
    watch: watchListeners(registry),
    watchQuestions(open) {
      gaugeOf(registry, "questions_open", "Questions that wait on event streams of MCP clients.", () => open.size);
    },
    limitsUnanswered() {
      unanswered.inc();
    },
    issuerKeysFetched(ok) {
      keyFetches.inc({ outcome: ok ? "ok" : "failed" });
    },
  };
}
