import { Gauge } from "lucide-react";
import { useOperation, type ItemOf } from "../../../../api/use-operation.ts";
import { Card } from "../../../../components/card.tsx";
import { List } from "../../../../components/table/list.tsx";
import { EmptyState } from "../../../../components/states.tsx";
import type { Column } from "../../../../components/table/table-column.ts";
import { timeColumn } from "../../../../components/table/time-column.tsx";
import type { Endpoint } from "../../endpoint.ts";
import { exactly } from "./limit-sentences.ts";
import type { Policy } from "../policy-sentence.ts";

type Row = ItemOf<"listQuotaUses">;

const kinds = { key: "API key", caller: "Caller", tenant: "Tenant" } satisfies Record<Row["by"], string>;

const columns: readonly Column<Row>[] = [
  { id: "name", header: "Who", cell: ({ name }) => <span className="font-medium break-all">{name}</span> },
  { id: "by", header: "Counted by", width: "7rem", from: "md", cell: ({ by }) => kinds[by] },
  {
    id: "left",
    header: "Left",
    width: "7rem",
    align: "end",
    cell: ({ left }) => <span className={left === 0 ? "font-medium text-bad" : ""}>{exactly(left)}</span>,
  },
  {
    id: "limit",
    header: "Quota",
    width: "11rem",
    align: "end",
    from: "sm",
    cell: ({ limit, period }) => `${exactly(limit)} a ${period}`,
  },
  timeColumn("resetsAt", "Resets", { width: "8rem", from: "sm" }),
];

const refetchMs = 10_000;

/** The remaining quota of one environment, the most used first. */
export function QuotasCard({ endpoint, policy: { environment } }: { endpoint: Endpoint; policy: Policy }) {
  const { data, error, refetch } = useOperation(
    "listQuotaUses",
    { params: { endpointId: endpoint.id }, query: { environment } },
    { refetchInterval: refetchMs },
  );
  return (
    <Card title="Quotas">
      <List
        label="Quotas"
        columns={columns}
        pages={{ items: data?.items, error, refetch: () => void refetch() }}
        rowKey={({ by, period, subject }) => `${by} ${period} ${subject}`}
        empty={
          <EmptyState icon={Gauge} title="Nothing used yet">
            Callers appear here, with the requests that they have left in their day or month.
          </EmptyState>
        }
      />
    </Card>
  );
}
