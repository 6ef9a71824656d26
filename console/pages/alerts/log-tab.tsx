import { Send } from "lucide-react";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { EmptyState } from "../../components/states.tsx";
import { List } from "../../components/table/list.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";

type Row = ItemOf<"listAlertMessages">;

const states: Record<Row["status"], readonly [Tone, string]> = {
  waiting: ["warn", "Waits"],
  sent: ["good", "Sent"],
  failed: ["bad", "Given up"],
};

function saidBy({ kind, firing, resolved }: Row): string {
  if (kind === "test") return "A test";
  return [firing > 0 && `${firing} firing`, resolved > 0 && `${resolved} over`].filter(Boolean).join(", ");
}

const columns: readonly Column<Row>[] = [
  { id: "channel", header: "Channel", cell: ({ channel }) => channel.name },
  { id: "said", header: "Message", cell: (row) => saidBy(row) },
  {
    id: "status",
    header: "State",
    cell: ({ status, answer, reason }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Badge tone={states[status][0]}>{states[status][1]}</Badge>
        <span className="text-xs text-muted">{reason ?? answer}</span>
      </span>
    ),
  },
  { id: "attempts", header: "Attempts", width: "6rem", align: "end", from: "md", cell: ({ attempts }) => attempts },
  { id: "due", header: "Next", width: "8rem", from: "lg", cell: ({ dueAt }) => dueAt && <Time at={dueAt} plain /> },
  { id: "at", header: "Since", width: "8rem", from: "sm", cell: ({ createdAt }) => <Time at={createdAt} plain /> },
];

/** What channels were told, and what waits. */
export function LogTab() {
  const pages = usePages("listAlertMessages", { query: { limit: 50 } }, { refetchInterval: 10_000 });
  return (
    <List
      label="Messages"
      columns={columns}
      pages={pages}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon={Send} title="Nothing was sent yet">
          Every message to a channel appears here, with the status that the channel answered.
        </EmptyState>
      }
    />
  );
}
