import { useMutation } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { api } from "../../../api/api.ts";
import { usePages, type ItemOf } from "../../../api/use-operation.ts";
import { readAgain } from "../../../api/read-again.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { List } from "../../../components/table/list.tsx";
import { EmptyState } from "../../../components/states.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { Time } from "../../../components/time.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { describeAgent } from "./describe-agent.ts";
import { counted } from "../../../components/format.ts";

type Row = ItemOf<"listSessions">;

const time = { align: "end", width: "8rem" } as const;

const factColumns: readonly Column<Row>[] = [
  {
    id: "agent",
    header: "Browser",
    cell: ({ userAgent, current }) => (
      <span className="inline-flex items-center gap-2" title={userAgent ?? undefined}>
        {describeAgent(userAgent)}
        {current && <Badge tone="accent">This one</Badge>}
      </span>
    ),
  },
  { id: "ip", header: "From", width: "11rem", from: "md", cell: ({ ip }) => <Mono className="text-muted">{ip}</Mono> },
  { ...time, id: "created", header: "Signed in", from: "md", cell: ({ createdAt }) => <Time at={createdAt} plain /> },
  { ...time, id: "seen", header: "Last seen", cell: ({ lastSeenAt }) => <Time at={lastSeenAt} plain /> },
  { ...time, id: "expires", header: "Expires", from: "lg", cell: ({ expiresAt }) => <Time at={expiresAt} plain /> },
];

const endColumn = (isEnding: boolean, onEnd: (row: Row) => void): Column<Row> => ({
  id: "end",
  header: <span className="quiet">End</span>,
  align: "end",
  width: "6rem",
  cell: (row) =>
    !row.current && (
      <Button size="sm" disabledReason={isEnding ? "Another session is ending." : null} onClick={() => onEnd(row)}>
        End
      </Button>
    ),
});

/** Where the user is signed in; each session can be ended. */
export function SessionsTab() {
  const pages = usePages("listSessions", { query: { limit: 200 } });
  const others = pages.items?.filter(({ current }) => !current) ?? [];
  const end = useMutation({
    mutationFn: async (rows: readonly Row[]) => {
      for (const { id } of rows) await api.deleteSession({ params: { sessionId: id } });
    },
    onSuccess: (_, rows) => toast(`${counted(rows.length, "session")} ended`),
    onSettled: () => readAgain("listSessions"),
  });
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 text-sm text-muted">
          Where you are signed in. Ending a session takes effect at once.
        </p>
        <Button
          busy={end.isPending}
          disabledReason={others.length === 0 ? "There are no other sessions." : null}
          onClick={() => end.mutate(others)}
        >
          End all others
        </Button>
      </div>
      {end.error && <ErrorNote error={end.error} />}
      <List
        label="Your sessions"
        columns={[...factColumns, endColumn(end.isPending, (row) => end.mutate([row]))]}
        pages={pages}
        rowKey={({ id }) => id}
        empty={<EmptyState icon={MonitorSmartphone} title="No sessions" />}
      />
    </div>
  );
}
