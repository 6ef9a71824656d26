import type { DashboardWindow } from "@ferrule/contract/resources/dashboard.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { stepTime } from "../../components/chart/step-time.ts";
import { count, counted, duration, percent } from "../../components/format.ts";

type Answer = AnswerOf<"getTraffic">;
/** Calls over a window that ends now. */
export type Traffic = Omit<Answer, "before">;
/** The calls of the time before it. */
export type Before = NonNullable<Answer["before"]>;

export const beforeNames: Readonly<Record<DashboardWindow, string>> = {
  "1h": "the hour before",
  "24h": "the day before",
  "7d": "the week before",
};

/** The same at the beginning of a sentence. */
export const capitalized = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Percentiles are exact to 6.3 %, so a smaller difference says nothing. */
const sameLatency = 0.07;

/**
 * How calls differ from those of the time before, as a further sentence; empty without it.
 * @param name the time before, such as `the day before`
 */
export function comparedCalls(
  calls: number,
  before: { calls: number; errorRate: number } | null,
  name: string,
): string {
  if (before === null) return "";
  if (before.calls === 0) return ` None ${name}.`;
  const then = `${counted(before.calls, "call")}, ${percent(before.errorRate)} failed`;
  const change = calls / before.calls - 1;
  if (calls === 0 || change === 0) return ` ${capitalized(name)}: ${then}.`;
  return ` ${percent(Math.abs(change))} ${change > 0 ? "more" : "fewer"} than ${name} (${then}).`;
}

/** What a chart of calls shows, in sentences. @param before what it is compared with; null: with nothing */
export function callsSummary(traffic: Traffic, before: Before | null): string {
  const { calls, errorRate, series, firstCallAt, window } = traffic;
  const compared = comparedCalls(calls, before, beforeNames[window]);
  if (calls === 0) return `No calls in this period.${compared}`;
  const top = series.reduce((most, step) => (step.calls > most.calls ? step : most));
  const since = firstCallAt === null ? "" : ` since the first one at ${stepTime(firstCallAt)}`;
  const busiest = calls === 1 ? "" : ` Busiest at ${stepTime(top.at)} (${count(top.calls)}).`;
  return `${counted(calls, "call")}${since}, ${percent(errorRate)} failed.${busiest}${compared}`;
}

function comparedLatency({ latency, window }: Traffic, before: Before | null): string {
  const [now, then] = [latency.p95Ms, before?.latency.p95Ms ?? null];
  if (now === null || then === null) return "";
  const [name, change] = [beforeNames[window], now / then - 1];
  if (Math.abs(change) < sameLatency) return ` About as fast as ${name}.`;
  return ` ${capitalized(name)}: ${duration(then)}.`;
}

/** What a chart of latency shows, in sentences. @param before what it is compared with; null: with nothing */
export function latencySummary(traffic: Traffic, before: Before | null): string {
  const { calls, latency, series } = traffic;
  if (latency.p95Ms === null) return "No calls in this period.";
  const compared = comparedLatency(traffic, before);
  if (calls === 1) return `One call, which took ${duration(latency.p95Ms)}.${compared}`;
  const slowest = series.reduce((most, step) => ((step.latency.p95Ms ?? 0) > (most.latency.p95Ms ?? 0) ? step : most));
  return `95% of calls took at most ${duration(latency.p95Ms)}. Slowest at ${stepTime(slowest.at)}.${compared}`;
}
