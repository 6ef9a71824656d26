import { Eraser } from "lucide-react";
import { useState } from "react";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { usePages, type ItemOf } from "../../../api/use-operation.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { count } from "../../../components/format.ts";
import type { Column } from "../../../components/table/table-column.ts";
import { timeColumn } from "../../../components/table/time-column.tsx";
import { ListTab } from "../list-tab.tsx";
import { EraseDialog } from "./erase-dialog.tsx";

type Row = ItemOf<"listErasures">;

const sum = (counts: Row["removed"]) => Object.values(counts).reduce((all, one) => all + one, 0);

const columns: readonly Column<Row>[] = [
  {
    id: "subject",
    header: "Of",
    cell: ({ subject, name }) => name ?? (subject === "tenant" ? "A tenant" : "A caller"),
  },
  { id: "reason", header: "Reason", cell: ({ reason }) => <span className="break-words">{reason}</span> },
  {
    id: "removed",
    header: "Erased",
    align: "end",
    width: "6rem",
    cell: ({ removed }) => count(sum(removed)),
  },
  {
    id: "state",
    header: "State",
    width: "7rem",
    cell: ({ finishedAt }) =>
      finishedAt === null ? <Badge tone="warn">Under way</Badge> : <Badge tone="good">Done</Badge>,
  },
  timeColumn("createdAt", "Asked", { width: "7rem", from: "md" }),
];

/** The erasures of tenants and callers in the active Project. */
export function ErasureTab() {
  const pages = usePages("listErasures", { query: { limit: 50 } }, { refetchInterval: 3_000 });
  const [isAsking, setAsking] = useState(false);
  const forbidden = useDisabledReason("createErasure");
  return (
    <ListTab
      about="Erases what Ferrule keeps of one tenant or caller in this Project, in both environments."
      action={
        <Button icon={Eraser} disabledReason={forbidden} onClick={() => setAsking(true)}>
          Erase a tenant or caller
        </Button>
      }
      label="Erasures"
      columns={columns}
      pages={pages}
      icon={Eraser}
      none="Nothing was erased"
      aboutNone="When a customer leaves or a person asks for it, erase what is kept of them."
    >
      {isAsking && <EraseDialog onClose={() => setAsking(false)} />}
    </ListTab>
  );
}
