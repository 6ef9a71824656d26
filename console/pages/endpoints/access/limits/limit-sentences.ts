import type { PolicyLimits, Quota } from "@ferrule/contract/resources/policy-limits.ts";
import type { Policy } from "../policy-sentence.ts";

/** The callers that share one limit, as the subject of a sentence. */
export const subjectNames = {
  key: "Each API key",
  caller: "Each caller without a key",
  tenant: "Each tenant",
} satisfies Record<Quota["by"], string>;

const exact = new Intl.NumberFormat("en");
/** Shows a limit exactly, without rounding. */
export const exactly = (value: number): string => exact.format(value);

const mostAddresses = 5;
const listed = new Intl.ListFormat("en", { type: "disjunction" });

/** A policy's limits on addresses and rates, one sentence each; empty when it has no limits. */
export function limitSentences({ allowedAddresses, limits }: Pick<Policy, "allowedAddresses" | "limits">): string[] {
  const { keyRequestsPerMinute: ofKey, callerRequestsPerMinute: ofCaller, quotas } = limits;
  const shown = allowedAddresses.slice(0, mostAddresses);
  const more = allowedAddresses.length - shown.length;
  const rate = (by: Quota["by"], most: number | null) =>
    most === null ? [] : [`${subjectNames[by]} can make ${exactly(most)} requests a minute.`];
  return [
    ...(shown.length === 0
      ? []
      : [`Calls must come from ${listed.format([...shown, ...(more > 0 ? [`${more} more addresses`] : [])])}.`]),
    ...rate("key", ofKey),
    ...rate("caller", ofCaller),
    ...quotas.map(
      ({ by, period, requests }) => `${subjectNames[by]} can make ${exactly(requests)} requests a ${period}.`,
    ),
  ];
}

/** The problem with the entered limits; null when there is none. */
export function limitProblem({ keyRequestsPerMinute, callerRequestsPerMinute, quotas }: PolicyLimits): string | null {
  const isNumber = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
  const rates = [keyRequestsPerMinute, callerRequestsPerMinute].filter((rate) => rate !== null);
  if (!rates.every((rate) => isNumber(rate, 1_000_000))) return "Enter a rate from 1 to 1,000,000 requests a minute.";
  if (!quotas.every(({ requests }) => isNumber(requests, 1_000_000_000)))
    return "Enter for each quota from 1 to 1,000,000,000 requests.";
  const names = quotas.map(({ by, period }) => `${by} ${period}`);
  return new Set(names).size === names.length ? null : "Two quotas count the same. Remove one of them.";
}
