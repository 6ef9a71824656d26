import type { AnswerOf } from "../../api/use-operation.ts";
import type { ExecutionsSearch } from "../executions/search.ts";

/** What finds the executions that the dashboard counts: the same window, without tests. */
export const countedHere = ({ from, to }: Pick<AnswerOf<"getDashboard">, "from" | "to">): ExecutionsSearch => ({
  from,
  to,
  withoutTests: "true",
});

/** What finds the failures that it counts: those that failed and those that ran out of time. */
export const failedHere = (dashboard: Pick<AnswerOf<"getDashboard">, "from" | "to">): ExecutionsSearch => ({
  ...countedHere(dashboard),
  status: "failed_or_timed_out",
});
