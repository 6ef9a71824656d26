import { Link } from "@tanstack/react-router";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Section } from "../../components/section.tsx";
import { ExecutionBadge } from "../../components/badge.tsx";
import { duration } from "../../components/format.ts";
import { List } from "../../components/table/list.tsx";
import { EmptyState } from "../../components/states.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";

type Attempt = ItemOf<"listExecutions">;

const columns: readonly Column<Attempt>[] = [
  { id: "at", header: "Started", width: "7rem", cell: ({ startedAt }) => <Time at={startedAt} plain /> },
  { id: "status", header: "Result", width: "8rem", cell: ({ status }) => <ExecutionBadge status={status} /> },
  { id: "error", header: "Error", from: "sm", cell: ({ error }) => <span className="text-xs">{error?.code}</span> },
  {
    id: "took",
    header: "Took",
    align: "end",
    width: "5rem",
    from: "sm",
    cell: ({ durationMs }) => duration(durationMs),
  },
  {
    id: "execution",
    header: <span className="quiet">Execution</span>,
    align: "end",
    width: "6rem",
    cell: ({ id }) => (
      <Link to="/executions/$executionId" params={{ executionId: id }} className="link text-xs">
        Execution
      </Link>
    ),
  },
];

/** The executions of a delivery's attempts, which all have its request's id. */
export function DeliveryAttempts({ requestId }: { requestId: string }) {
  const pages = usePages("listExecutions", { query: { requestId, limit: 50 } }, { refetchInterval: 3_000 });
  return (
    <Section title="Attempts">
      <List
        label="Attempts"
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No attempts yet">Each attempt is an execution, and appears here.</EmptyState>}
      />
    </Section>
  );
}
