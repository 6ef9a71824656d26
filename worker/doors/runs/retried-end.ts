import type { RetriedCompletion } from "@ferrule/contract/internal/leased-runs.ts";
import { derivedIdentifier } from "@ferrule/kit/identifier.ts";
import type { Refusal } from "../serving/exchange.ts";
import type { RunFacts } from "./new-run.ts";

/** The end of an attempt of a cron run or a delivery, as reported to the control plane. */
export type RetriedEnd = Omit<RetriedCompletion, "workerId" | "attempt" | "mode">;

/** The most characters of a masked reason. */
export const longestReason = 1_000;

/** Why an attempt has not succeeded, in one line. */
export const reasonOf = ({ code, message }: { code: string; message: string }): string => `${code}: ${message}`;

export const noSlot = reasonOf({ code: "OVERLOADED", message: "No slot came free." });

export const succeeded: RetriedEnd = { end: "succeeded", reason: null };

/** Nothing has run, and the attempt does not count. */
export const postponed = (postponeMs: number, reason: string): RetriedEnd => ({ end: "postponed", reason, postponeMs });

/** Why an attempt has started no run, and whether another one could. */
export function unstarted(refused: Refusal): RetriedEnd {
  const reason = reasonOf(refused);
  if (refused.code === "UNAVAILABLE") return postponed(5_000, reason);
  if (refused.code === "RATE_LIMITED") return postponed(60_000, reason);
  return { end: "refused", reason };
}

/** The id and the key of the run that an attempt starts: it is one run for all attempts. */
export const repeatableOf = ({
  mode,
  runId,
}: {
  mode: "cron" | "delivery";
  runId: string;
}): RunFacts["repeatable"] => ({
  id: derivedIdentifier("run", mode, runId),
  key: `${mode}:${runId}`,
});
