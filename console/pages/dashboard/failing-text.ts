import type { AnswerOf } from "../../api/use-operation.ts";
import { stepTime } from "../../components/chart/step-time.ts";
import { counted } from "../../components/format.ts";

type Failing = Pick<
  AnswerOf<"getDashboard">["failing"][number],
  "failed" | "failingSince" | "looked" | "callers" | "tenants"
>;

/** Since when something fails, and for whom: `since 14:15, for 3 callers of 2 tenants`. */
export function failingText({ failed, failingSince, looked, callers, tenants }: Failing): string {
  const since = `since ${stepTime(failingSince)}`;
  if (looked === 0) return since;
  const least = looked < failed ? "at least " : "";
  return `${since}, for ${least}${counted(callers, "caller")} of ${counted(tenants, "tenant")}`;
}
