import { useMutation } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { bareApi } from "../../../api/api.ts";
import { usePages, type ItemOf } from "../../../api/use-operation.ts";
import { readAgain } from "../../../api/read-again.ts";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { buttonColumn } from "../button-column.tsx";
import type { Column } from "../../../components/table/table-column.ts";
import { timeColumn } from "../../../components/table/time-column.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import { ListTab } from "../list-tab.tsx";
import { describeAgent } from "./describe-agent.ts";
import { counted } from "../../../components/format.ts";

const SessionsBulk = lazyPart(() => import("./sessions-bulk.tsx"), "SessionsBulk");

type Row = ItemOf<"listSessions">;

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
  timeColumn("createdAt", "Signed in", { width: "8rem", from: "md" }),
  timeColumn("lastSeenAt", "Last seen", { width: "8rem" }),
  timeColumn("expiresAt", "Expires", { width: "8rem", from: "lg" }),
];

/** Where the user is signed in; each session can be ended. */
export function SessionsTab() {
  const pages = usePages("listSessions", { query: { limit: 200 } });
  const others = pages.items?.filter(({ current }) => !current) ?? [];
  const end = useMutation({
    mutationFn: async (rows: readonly Row[]) => {
      for (const { id } of rows) await bareApi.deleteSession({ params: { sessionId: id } });
    },
    onSuccess: (_, rows) => toast(`${counted(rows.length, "session")} ended`),
    onSettled: () => readAgain("listSessions"),
  });
  const ending = buttonColumn<Row>("End", {
    onClick: (row) => end.mutate([row]),
    has: ({ current }) => !current,
    disabledReason: end.isPending ? "Another session is ending." : null,
  });
  return (
    <ListTab
      about="Where you are signed in. Ending a session takes effect at once."
      action={
        <Button
          busy={end.isPending}
          disabledReason={others.length === 0 ? "There are no other sessions." : null}
          onClick={() => end.mutate(others)}
        >
          End all others
        </Button>
      }
      label="Your sessions"
      columns={[...factColumns, ending]}
      pages={pages}
      Bulk={SessionsBulk}
      icon={MonitorSmartphone}
      none="No sessions"
    >
      {end.error && <ErrorNote error={end.error} />}
    </ListTab>
  );
}
