import { Link, useNavigate } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import { useOperation, type ItemOf } from "../../../api/use-operation.ts";
import { ExecutionBadge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { duration } from "../../../components/format.ts";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { List } from "../../../components/table/list.tsx";
import { EmptyState } from "../../../components/states.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { Time } from "../../../components/time.tsx";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { shownName } from "../../executions/shown-name.ts";
import type { Endpoint } from "../endpoint.ts";

type Call = ItemOf<"listExecutions">;

const columns: readonly Column<Call>[] = [
  { id: "status", header: "Status", width: "8rem", cell: ({ status }) => <ExecutionBadge status={status} /> },
  {
    id: "function",
    header: "Function",
    cell: (call) => (
      <>
        <Link to="/executions/$executionId" params={{ executionId: call.id }} className="font-medium hover:underline">
          {shownName(call)}
        </Link>
        <span className="block text-xs text-muted sm:hidden">
          <Time at={call.startedAt} plain />
        </span>
      </>
    ),
  },
  {
    id: "caller",
    header: "Caller",
    from: "sm",
    cell: ({ caller }) => <span className="text-muted">{caller.name ?? caller.kind}</span>,
  },
  {
    id: "duration",
    header: "Duration",
    align: "end",
    width: "6rem",
    from: "sm",
    cell: ({ durationMs }) => duration(durationMs),
  },
  {
    id: "at",
    header: "When",
    align: "end",
    width: "6.5rem",
    from: "sm",
    cell: ({ startedAt }) => <Time at={startedAt} plain />,
  },
];

/** An endpoint's newest calls in the chosen environment, updated live. */
export function RecentCalls({ endpoint }: { endpoint: Endpoint }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { data, error, refetch } = useOperation(
    "listExecutions",
    { query: { endpointId: endpoint.id, environment, limit: 8 } },
    { refetchInterval: 5_000 },
  );
  return (
    <Card
      title={`Recent calls in ${environmentNames[environment]}`}
      actions={
        <LinkButton size="sm" kind="quiet" to="/executions" search={(now) => ({ ...now, endpointId: endpoint.id })}>
          All calls
        </LinkButton>
      }
    >
      <List
        label="Recent calls"
        columns={columns}
        pages={{ items: data?.items, error, refetch: () => void refetch() }}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: "/executions/$executionId", params: { executionId: id } })}
        empty={
          <EmptyState
            icon={Activity}
            title="No calls yet"
            action={
              <>
                <LinkButton
                  to="/endpoints/$endpointId"
                  params={{ endpointId: endpoint.id }}
                  search={(now: object) => ({ ...now, tab: "try" as const })}
                >
                  Try it
                </LinkButton>
                <LinkButton
                  to="/endpoints/$endpointId"
                  params={{ endpointId: endpoint.id }}
                  search={(now: object) => ({ ...now, tab: "connect" as const })}
                >
                  {endpoint.kind === "mcp" ? "Connect a client" : "Call it"}
                </LinkButton>
              </>
            }
          >
            Calls appear here within a second.
          </EmptyState>
        }
      />
    </Card>
  );
}
