import type { ItemOf } from "../../api/use-operation.ts";
import { daysBetween } from "../../components/chart/days-between.ts";
import { stepTime } from "../../components/chart/step-time.ts";
import { count, counted, percent } from "../../components/format.ts";
import { comparedCalls } from "../traffic/traffic-texts.ts";
import type { DayRange } from "./executions-of.ts";

type UsageDay = Pick<ItemOf<"getUsage">, "day" | "calls" | "failed" | "rejected">;

const dayMs = 86_400_000;
const nothing = { calls: 0, failed: 0, rejected: 0 };

/** The usage of each day of a range, also of those without a call. */
export function usageByDay(rows: readonly UsageDay[], { from, to }: DayRange) {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return daysBetween(from, to).map((at) => ({ at, ...nothing, ...byDay.get(at.slice(0, 10)) }));
}

type Days = ReturnType<typeof usageByDay>;

/** The range of as many days right before. */
export function daysBefore({ from, to }: DayRange): DayRange {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  return { from: dayOf(2 * first - last - dayMs), to: dayOf(first - dayMs) };
}

/** As many days before, in words. */
export const beforeName = (days: number): string => (days === 1 ? "the day before" : `the ${days} days before`);

function sumOf(days: Days) {
  const calls = days.reduce((sum, day) => sum + day.calls, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  return { calls, errorRate: calls === 0 ? 0 : failed / calls };
}

/** What a chart of usage shows, in sentences. @param before what it is compared with; null: with nothing */
export function usageSummary(days: Days, before: Days | null): string {
  const { calls, errorRate } = sumOf(days);
  const compared = comparedCalls(calls, before && sumOf(before), beforeName(days.length));
  if (calls === 0) return `No calls in ${counted(days.length, "day")}.${compared}`;
  const top = days.reduce((most, day) => (day.calls > most.calls ? day : most));
  return `${counted(calls, "call")} in ${counted(days.length, "day")}, ${percent(errorRate)} failed. Most on ${stepTime(top.at, true)} (${count(top.calls)}).${compared}`;
}
