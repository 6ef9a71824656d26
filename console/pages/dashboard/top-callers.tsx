import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../api/use-operation.ts";
import { callerFilter, callerText } from "../executions/caller-text.ts";
import { countedHere, failedHere } from "./counted-here.ts";
import { BusiestTable } from "./busiest-table.tsx";

/** Up to five callers, each with a link to their calls. */
export const TopCallers = ({ dashboard }: { dashboard: AnswerOf<"getDashboard"> }) => (
  <BusiestTable
    title="Top callers"
    head="Caller"
    by="calls"
    empty="Nobody with a key or a sign-in called in this period."
    rows={dashboard.callers.map(({ calls, failed, errorRate, ...who }) => {
      const caller = callerFilter(who) ?? "";
      return {
        key: caller,
        name: (
          <Link
            to="/executions"
            search={{ ...countedHere(dashboard), caller }}
            className="block truncate hover:underline"
            title={caller}
          >
            {callerText(who)}
          </Link>
        ),
        calls,
        failed,
        errorRate,
        found: { ...countedHere(dashboard), caller },
        foundFailed: { ...failedHere(dashboard), caller },
      };
    })}
  />
);
