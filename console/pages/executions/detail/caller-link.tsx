import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { callerFilter, callerText } from "../caller-text.ts";

interface CallerProps {
  execution: Pick<AnswerOf<"getExecution">, "caller" | "endpointId">;
}

/** The caller, with a link to where their access is decided: the endpoint's keys and policy, a user, or a cron. */
function CallerLink({ execution }: CallerProps) {
  const { caller, endpointId } = execution;
  const text = callerText(caller);
  if (caller.kind === "user" && caller.id !== null)
    return (
      <Link to="/users" search={{ user: caller.id }} className="link break-all">
        {text}
      </Link>
    );
  if (caller.kind === "cron" && caller.id !== null)
    return (
      <Link to="/crons" search={{ cron: caller.id }} className="link break-all">
        {text}
      </Link>
    );
  if (endpointId === null) return text;
  return (
    <Link
      to="/endpoints/$endpointId"
      params={{ endpointId }}
      search={{
        tab: "access" as const,
        ...(caller.kind === "api-key" && caller.id !== null ? { asKey: caller.id } : {}),
      }}
      className="link break-all"
    >
      {text}
    </Link>
  );
}

/** The caller, and a link to everything else that they called. */
export function CallerFact({ execution }: CallerProps) {
  const caller = callerFilter(execution.caller);
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <CallerLink execution={execution} />
      {caller !== null && (
        <Link to="/executions" search={{ caller }} className="link">
          their other calls
        </Link>
      )}
    </span>
  );
}
