import { Link } from "@tanstack/react-router";
import { ExecutionBadge } from "../../components/badge.tsx";
import { duration } from "../../components/format.ts";
import type { Column } from "../../components/table-column.ts";
import { Time } from "../../components/time.tsx";
import { callerText } from "./caller-text.ts";
import type { ExecutionRow } from "./feed/create-feed.ts";

export const executionColumns: readonly Column<ExecutionRow>[] = [
  { id: "status", header: "Status", width: "8.25rem", cell: ({ status }) => <ExecutionBadge status={status} /> },
  {
    id: "function",
    header: "Function",
    cell: ({ id, functionName, error }) => (
      <span className="flex items-baseline gap-2">
        <Link
          to="/executions/$executionId"
          params={{ executionId: id }}
          className="shrink-0 font-medium hover:underline max-sm:shrink"
        >
          {functionName}
        </Link>
        {error !== null && (
          <span className="min-w-0 truncate text-xs text-muted" title={error.message}>
            {error.message}
          </span>
        )}
      </span>
    ),
  },
  { id: "source", header: "Through", width: "5rem", from: "sm", cell: ({ source }) => source },
  {
    id: "caller",
    header: "Caller",
    width: "10rem",
    from: "lg",
    cell: (row) => <span title={callerText(row.caller)}>{callerText(row.caller)}</span>,
  },
  {
    id: "tenant",
    header: "Tenant",
    width: "7rem",
    from: "lg",
    cell: ({ tenantId }) => <span title={tenantId}>{tenantId}</span>,
  },
  {
    id: "duration",
    header: "Took",
    align: "end",
    width: "5.5rem",
    from: "sm",
    cell: ({ durationMs }) => duration(durationMs),
  },
  {
    id: "started",
    header: "Started",
    align: "end",
    width: "6rem",
    cell: ({ startedAt }) => <Time at={startedAt} plain />,
  },
];
