import { daysBetween } from "../../../components/chart/days-between.ts";
import { counted, duration } from "../../../components/format.ts";
import type { ItemOf } from "../../../api/use-operation.ts";

type Ended = Pick<ItemOf<"listDeployments">, "createdAt" | "status" | "durationMs">;

/** How deployments ended, by the day in UTC on which they were requested. @param from, to days like 2026-11-21 */
export function deploymentsByDay(deployments: readonly Ended[], from: string, to: string) {
  const byDay = Map.groupBy(deployments, ({ createdAt }) => createdAt.slice(0, 10));
  return daysBetween(from, to).map((at) => {
    const its = byDay.get(at.slice(0, 10)) ?? [];
    const ended = (status: ItemOf<"listDeployments">["status"]) => its.filter((one) => one.status === status).length;
    return { at, completed: ended("completed"), failed: ended("failed"), cancelled: ended("cancelled") };
  });
}

/**
 * How many deployments of each day have ended; null where not all are known.
 * @param deployments newest first @param isPart there are older ones, which are unknown
 */
export function endedByDay(
  deployments: readonly Ended[],
  { from, to }: { from: string; to: string },
  isPart: boolean,
): (number | null)[] {
  const oldest = isPart ? (deployments.at(-1)?.createdAt ?? "") : "";
  return deploymentsByDay(deployments, from, to).map(({ at, completed, failed, cancelled }) =>
    at <= oldest ? null : completed + failed + cancelled,
  );
}

/**
 * The deployments of as many days before, as a further sentence.
 * @param name those days, such as `the 30 days before` @param isPart there are more than these
 */
export function comparedDeployments(before: readonly Ended[], name: string, isPart: boolean): string {
  if (before.length === 0) return ` None in ${name}.`;
  const failed = before.filter(({ status }) => status === "failed").length;
  const many = counted(before.length, "deployment");
  return isPart ? ` At least ${many} in ${name}.` : ` In ${name}: ${many}, ${failed === 0 ? "none" : failed} failed.`;
}

/**
 * The same in a sentence, with the time that a deployment usually takes.
 * @param isPart there are more than these, and these are the newest
 */
export function deploymentsSummary(deployments: readonly Ended[], days: number, isPart: boolean): string {
  const failed = deployments.filter(({ status }) => status === "failed").length;
  const times = deployments
    .flatMap(({ status, durationMs }) => (status === "completed" && durationMs !== null ? [durationMs] : []))
    .sort((one, other) => one - other);
  const middle = times[Math.floor(times.length / 2)];
  const many = `${isPart ? "The newest " : ""}${counted(deployments.length, "deployment")} in ${days} days`;
  return `${many}, ${failed === 0 ? "none" : failed} failed.${middle === undefined ? "" : ` Half took at most ${duration(middle)}.`}`;
}
