import type { AnswerOf } from "../../../api/use-operation.ts";
import { counted } from "../../../components/format.ts";

type Facts = Pick<
  AnswerOf<"getExecution">,
  "startedAt" | "gatewayMs" | "queueMs" | "durationMs" | "coldStart" | "calls" | "hostCalls"
>;

export interface Bar {
  kind: "gateway" | "queue" | "run" | "call" | "host";
  label: string;
  /** Shown after the label: the response's status, or a cold start. */
  note: string;
  /** Milliseconds after the call arrived. */
  fromMs: number;
  ms: number;
  failed: boolean;
}

const rowsOf = (statement: Facts["hostCalls"][number]["statement"]): string => {
  if (statement === undefined || statement.rows === null) return "";
  return counted(statement.rows, "row", "rows");
};

/**
 * How a call spent its time since its arrival: in the gateway, in the queue, in the run, and within the run for each
 * outbound request and each host call.
 * @returns the bars in starting order; the times, on the same axis, when the worker received it and when its run began;
 * and the total duration, in milliseconds
 */
export function timelineOf({ startedAt, gatewayMs, queueMs, durationMs, coldStart, calls, hostCalls }: Facts) {
  const receivedMs = gatewayMs ?? 0;
  const runMs = receivedMs + queueMs;
  const endMs = runMs + durationMs;
  const within: Bar[] = [
    ...calls.map(({ method, host, path, status, durationMs: ms, at }): Bar => {
      // The clocks of a request and of the run may differ by a fraction of a millisecond.
      const sinceReceived = Date.parse(at) - Date.parse(startedAt);
      return {
        kind: "call",
        label: `${method} ${host}${path}`,
        note: status === null ? "no response" : String(status),
        fromMs: Math.min(Math.max(receivedMs + sinceReceived, runMs), endMs),
        ms,
        failed: status === null || status >= 400,
      };
    }),
    ...hostCalls.map(({ name, atMs, durationMs: ms, ok, statement }): Bar => ({
      kind: "host",
      label: statement === undefined ? name : `${statement.connection}: ${statement.statement}`,
      note: ok ? rowsOf(statement) : "failed",
      fromMs: Math.min(runMs + atMs, endMs),
      ms,
      failed: !ok,
    })),
  ];
  const bars: Bar[] = [
    ...(gatewayMs === null
      ? []
      : [{ kind: "gateway" as const, label: "Gateway", note: "", fromMs: 0, ms: gatewayMs, failed: false }]),
    { kind: "queue", label: "Queue", note: "", fromMs: receivedMs, ms: queueMs, failed: false },
    {
      kind: "run",
      label: "Run",
      note: coldStart ? "cold start" : "warm",
      fromMs: runMs,
      ms: durationMs,
      failed: false,
    },
    ...within.toSorted((one, other) => one.fromMs - other.fromMs),
  ];
  return { bars, receivedMs, runMs, totalMs: Math.max(endMs, 0.1) };
}
