import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../api/use-operation.ts";
import { callerFilter, callerText } from "../executions/caller-text.ts";
import { BusiestTable } from "./busiest-table.tsx";

/** Up to five callers, each with a link to their calls. */
export const TopCallers = ({ callers }: { callers: AnswerOf<"getDashboard">["callers"] }) => (
  <BusiestTable
    title="Top callers"
    head="Caller"
    by="calls"
    empty="Nobody with a key or a sign-in called in this period."
    rows={callers.map(({ calls, failed, errorRate, ...who }) => {
      const caller = callerFilter(who) ?? "";
      return {
        key: caller,
        name: (
          <Link to="/executions" search={{ caller }} className="block truncate hover:underline" title={caller}>
            {callerText(who)}
          </Link>
        ),
        calls,
        failed,
        errorRate,
      };
    })}
  />
);
