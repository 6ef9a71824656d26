import type { AnswerOf } from "../../../api/use-operation.ts";

type Facts = Pick<AnswerOf<"getExecution">, "startedAt" | "queueMs" | "durationMs" | "coldStart" | "calls">;

export interface Bar {
  kind: "queue" | "run" | "call";
  label: string;
  /** Behind the label: the answer's status, or that it started cold. */
  note: string;
  /** Milliseconds after the call arrived at its worker; null where it was not noted. */
  fromMs: number | null;
  ms: number;
  failed: boolean;
}

/**
 * What a call spent its time on, from its arrival at a worker on: the wait for a place, the run, and in it each request to
 * the outside. @returns the bars in the order they began, and how long all of it took, in milliseconds
 */
export function timelineOf({ startedAt, queueMs, durationMs, coldStart, calls }: Facts): {
  bars: Bar[];
  totalMs: number;
} {
  const arrived = Date.parse(startedAt) - queueMs;
  const bars: Bar[] = [
    { kind: "queue", label: "Queue", note: "", fromMs: 0, ms: queueMs, failed: false },
    {
      kind: "run",
      label: "Run",
      note: coldStart ? "cold start" : "warm",
      fromMs: queueMs,
      ms: durationMs,
      failed: false,
    },
    ...calls.map(({ method, host, path, status, durationMs: ms, at }): Bar => {
      // Its clock and the run's may differ by a fraction of a millisecond.
      const fromMs =
        at === undefined ? null : Math.min(Math.max(Date.parse(at) - arrived, queueMs), queueMs + durationMs);
      const failed = status === null || status >= 400;
      return {
        kind: "call",
        label: `${method} ${host}${path}`,
        note: status === null ? "no answer" : String(status),
        fromMs,
        ms,
        failed,
      };
    }),
  ];
  return { bars, totalMs: Math.max(queueMs + durationMs, 0.1) };
}
