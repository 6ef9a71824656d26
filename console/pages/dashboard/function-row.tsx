import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../api/use-operation.ts";
import { countedHere, failedHere } from "./counted-here.ts";

type Dashboard = AnswerOf<"getDashboard">;

/** A Function's row: its name leads to it, and its numbers to what they count. */
export const functionRow = (
  { functionId, functionName, calls, failed, errorRate }: Dashboard["busiest"][number],
  dashboard: Dashboard,
) => ({
  key: functionId,
  name: (
    <Link to="/functions/$functionId" params={{ functionId }} className="block truncate hover:underline">
      {functionName}
    </Link>
  ),
  calls,
  failed,
  errorRate,
  found: { ...countedHere(dashboard), functionId },
  foundFailed: { ...failedHere(dashboard), functionId },
});
