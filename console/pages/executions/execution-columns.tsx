import { Link } from "@tanstack/react-router";
import { Archive } from "lucide-react";
import { Badge, ExecutionBadge } from "../../components/badge.tsx";
import { duration } from "../../components/format.ts";
import type { Column } from "../../components/table/table-column.ts";
import { TargetName } from "../../components/show/target-name.tsx";
import { Time } from "../../components/time.tsx";
import { Tooltip } from "../../components/tooltip.tsx";
import { callerText } from "./caller-text.ts";
import type { ExecutionRow } from "./feed/execution-row.ts";
import { shownName } from "./shown-name.ts";

/** What the caller asked for: a tool, a resource with the URI that was read, a prompt, a completion, or a route. */
const Asked = ({ called, mcpKind, uri }: Pick<ExecutionRow, "called" | "mcpKind" | "uri">) => (
  <span className="flex min-w-0 items-center gap-1.5" title={uri ?? called ?? undefined}>
    {mcpKind === "completion" && <Badge>Completion</Badge>}
    {uri === undefined ? (
      called !== null && <TargetName target={called} />
    ) : (
      // The URI alone: beside a badge, little of it would be seen.
      <code className="truncate font-mono text-xs">{uri}</code>
    )}
  </span>
);

export const executionColumns: readonly Column<ExecutionRow>[] = [
  { id: "status", header: "Status", width: "8.25rem", cell: ({ status }) => <ExecutionBadge status={status} /> },
  {
    id: "function",
    header: "Function",
    cell: (row) => (
      <>
        {row.archived === true && (
          <span role="img" aria-label="Archived" title="Archived" className="mr-1.5 text-muted">
            <Archive aria-hidden className="inline size-3.5 align-[-0.125em]" />
          </span>
        )}
        <Link
          to="/executions/$executionId"
          params={{ executionId: row.id }}
          title={shownName(row)}
          className="font-medium hover:underline"
        >
          {shownName(row)}
        </Link>
      </>
    ),
  },
  {
    id: "called",
    header: "Asked for",
    from: "md",
    cell: (row) => <Asked {...row} />,
  },
  {
    id: "error",
    header: "Error",
    from: "md",
    // A separate column, because a long name would leave no room beside it.
    cell: ({ error }) =>
      error !== null && (
        <Tooltip text={<span className="break-words">{error.message}</span>}>
          <span tabIndex={0} className="block truncate text-xs text-muted">
            {error.message}
          </span>
        </Tooltip>
      ),
  },
  { id: "source", header: "Source", width: "5rem", from: "xl", cell: ({ source }) => source },
  {
    id: "caller",
    header: "Caller",
    width: "9rem",
    from: "lg",
    cell: (row) => <span title={callerText(row.caller)}>{callerText(row.caller)}</span>,
  },
  {
    id: "tenant",
    header: "Tenant",
    width: "7rem",
    from: "xl",
    cell: ({ tenantId }) => <span title={tenantId}>{tenantId}</span>,
  },
  {
    id: "httpStatus",
    header: "HTTP status",
    align: "end",
    width: "6.5rem",
    from: "md",
    cell: ({ httpStatus }) => httpStatus,
  },
  {
    id: "request",
    header: "Request",
    width: "9rem",
    from: "md",
    cell: ({ requestId }) => (
      <code className="block truncate font-mono text-xs" title={requestId}>
        {requestId}
      </code>
    ),
  },
  {
    id: "queue",
    header: "Waited",
    align: "end",
    width: "5.5rem",
    from: "md",
    cell: ({ queueMs }) => duration(queueMs),
  },
  { id: "cpu", header: "Processor", align: "end", width: "6rem", from: "md", cell: ({ cpuMs }) => duration(cpuMs) },
  {
    id: "duration",
    header: "Took",
    sort: "durationMs",
    sortsDown: true,
    align: "end",
    width: "5.5rem",
    from: "sm",
    cell: ({ durationMs }) => duration(durationMs),
  },
  {
    id: "started",
    header: "Started",
    sort: "startedAt",
    sortsDown: true,
    align: "end",
    // Wide enough from tablets on for the date of a call in another year.
    width: "clamp(6.5rem, 24vw, 13.5rem)",
    cell: ({ startedAt }) => <Time at={startedAt} plain exact />,
  },
];
