import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../../api/use-operation.ts";
import { callerText } from "../caller-text.ts";

/** The caller, with a link to where their access is decided: the endpoint's keys and policy, a user, or a cron. */
export function CallerLink({ execution }: { execution: Pick<AnswerOf<"getExecution">, "caller" | "endpointId"> }) {
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
