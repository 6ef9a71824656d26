import type { AnswerOf, ItemOf } from "../../api/use-operation.ts";
import { daysBetween } from "../../components/chart/days-between.ts";
import { counted } from "../../components/format.ts";
import { exactly, subjectNames } from "../endpoints/access/limits/limit-sentences.ts";
import type { DayRange } from "./executions-of.ts";

export type UsageQuota = AnswerOf<"getUsage">["quotas"][number];
type Row = Pick<ItemOf<"getUsage">, "day" | "caller" | "tenantId" | "calls">;

/** What usage is divided by, to find out what one subject of a quota has used. */
export const partOf = { key: "day,caller", caller: "day,caller", tenant: "day,tenant" } as const;

/** The quota that a chart by day shows: the smallest one of a day. */
export const dailyQuota = (quotas: readonly UsageQuota[]): UsageQuota | undefined =>
  quotas.find(({ period }) => period === "day");

const subjects = { key: "key", caller: "caller without a key", tenant: "tenant" } as const;
export const quotaNames = {
  of: ({ by }: UsageQuota) => `Quota of each ${subjects[by]}`,
  busiest: ({ by }: UsageQuota) => `Busiest ${subjects[by]}`,
};

/** Callers whose own use a quota counts; those of an address have no name here. */
function isSubject({ by }: UsageQuota, { caller }: Row): boolean {
  if (by === "tenant") return true;
  return by === "key" ? caller?.kind === "api-key" : caller?.kind !== "api-key" && caller?.kind !== "anonymous";
}

/** The most calls that one subject of the quota made on each day of a range. */
export function busiestByDay(rows: readonly Row[], quota: UsageQuota, { from, to }: DayRange): number[] {
  const most = new Map<string, number>();
  for (const row of rows)
    if (row.day !== null && isSubject(quota, row)) most.set(row.day, Math.max(most.get(row.day) ?? 0, row.calls));
  return daysBetween(from, to).map((at) => most.get(at.slice(0, 10)) ?? 0);
}

const mostNamed = 3;

/** The quotas as further sentences: ` Each API key can make 1,000 requests a day at Orders.` Empty without one. */
export function quotaSentences(quotas: readonly UsageQuota[]): string {
  const more = quotas.length - mostNamed;
  const named = quotas
    .slice(0, mostNamed)
    .map(
      ({ by, period, requests, endpointName }) =>
        ` ${subjectNames[by]} can make ${exactly(requests)} requests a ${period} at ${endpointName}.`,
    );
  return (
    named.join("") +
    (more > 0 ? ` There ${more === 1 ? "is" : "are"} ${counted(more, "more quota", "more quotas")}.` : "")
  );
}
