import { Link } from "@tanstack/react-router";
import type { Environment } from "@ferrule/contract/states.ts";
import { CircleCheck } from "lucide-react";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Mono } from "../../components/mono.tsx";
import { Badge } from "../../components/badge.tsx";
import { MoreButton } from "../../components/button/more-button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { counted } from "../../components/format.ts";
import { EmptyState, SkeletonRows } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import type { ExecutionFilters } from "./feed/execution-row.ts";
import type { ExecutionsSearch } from "./search.ts";

interface ErrorGroupsProps {
  environment: Environment;
  filters: ExecutionFilters;
  /** Named in the text for a list without failures. */
  range: string;
}

/** Failures that are probably one problem, most recently seen first. */
export function ErrorGroups({ environment, filters: { functionId, from, to }, range }: ErrorGroupsProps) {
  const { items, error, refetch, hasMore, more } = usePages("listExecutionGroups", {
    query: {
      environment,
      ...(functionId === undefined ? {} : { functionId }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    },
  });
  // The server's default for how far back to look.
  const span = from === undefined && to === undefined ? "the last seven days" : range;
  if (items === undefined)
    return error ? <ErrorNote error={error} onRetry={refetch} /> : <SkeletonRows rows={4} height="h-20" />;
  if (items.length === 0)
    return (
      <EmptyState icon={CircleCheck} title="No errors">
        No calls failed or timed out in this period: {span}.
      </EmptyState>
    );
  return (
    <div className="grid gap-3">
      {error && <ErrorNote error={error} onRetry={refetch} />}
      <p className="text-sm text-muted">Failures by Function, code and location, most recent first: {span}.</p>
      <ul
        aria-label="Error groups"
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface"
      >
        {items.map((group) => (
          <Group
            key={group.id}
            group={group}
            within={from === undefined && to === undefined ? { range: "7d" } : { from, to }}
          />
        ))}
      </ul>
      <MoreButton hasMore={hasMore} more={more} />
    </div>
  );
}

interface GroupProps {
  group: ItemOf<"listExecutionGroups">;
  /** What finds its executions in the range of the list. */
  within: ExecutionsSearch;
}

function Group({ group, within }: GroupProps) {
  const { id, functionId, functionName, code, frame, message, status, assignee, firstSeenAt, lastSeenAt } = group;
  return (
    <li className="grid gap-x-6 gap-y-1 px-4 py-3 text-sm sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="flex items-start gap-2">
          <Link
            to="/errors/$groupId"
            params={{ groupId: id }}
            className="min-w-0 font-medium break-words hover:underline"
          >
            {message || code}
          </Link>
          {status === "resolved" && <Badge tone="good">Resolved</Badge>}
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
          <Badge tone="bad">{code}</Badge>
          {functionId === null ? (
            functionName
          ) : (
            <Link to="/functions/$functionId" params={{ functionId }} className="hover:underline">
              {functionName}
            </Link>
          )}
          {frame !== null && <Mono>{frame}</Mono>}
        </p>
      </div>
      <div className="sm:text-right">
        <p className="mb-0.5">
          <Link
            to="/executions"
            search={{ ...within, errorId: id }}
            className="link inline-block leading-6 font-semibold"
          >
            {counted(group.count, "execution")}
          </Link>
        </p>
        <p className="text-muted">
          last <Time at={lastSeenAt} />, first <Time at={firstSeenAt} />
        </p>
        {assignee !== null && <p className="text-muted">{assignee.email}</p>}
      </div>
    </li>
  );
}
