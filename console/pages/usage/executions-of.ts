import type { ItemOf } from "../../api/use-operation.ts";
import { callerFilter } from "../executions/caller-text.ts";
import type { ExecutionsSearch } from "../executions/search.ts";

/** Days in UTC; both are included. */
export interface DayRange {
  from: string;
  to: string;
}

type Row = Pick<ItemOf<"getUsage">, "day" | "caller" | "tenantId" | "tool" | "kind">;

const dayMs = 86_400_000;
const beginOf = (day: string) => `${day}T00:00:00.000Z`;
const endOf = (day: string) => new Date(Date.parse(beginOf(day)) + dayMs).toISOString();

/**
 * What finds the executions that a row of usage counts; null: no filter finds exactly these, such as the calls of nobody
 * in particular.
 */
export function executionsOf(
  { day, caller, tenantId, tool, kind }: Row,
  range: DayRange,
  status?: "rejected" | "failed_or_timed_out",
): ExecutionsSearch | null {
  const found = caller === null ? undefined : callerFilter(caller);
  if (found === null || kind !== null || tool?.bindingId === null) return null;
  return {
    from: beginOf(day ?? range.from),
    to: endOf(day ?? range.to),
    withoutTests: "true",
    ...(found === undefined ? {} : { caller: found }),
    ...(tenantId === null ? {} : { tenantId }),
    ...(tool === null ? {} : { bindingId: tool.bindingId }),
    ...(status === undefined ? {} : { status }),
  };
}
