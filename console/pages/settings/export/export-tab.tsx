import { Pause, Pencil, Play, PlugZap, Send } from "lucide-react";
import { useState } from "react";
import { ifMatch } from "../../../api/if-match.ts";
import { useDisabledReason } from "../../../api/disabled-reason.ts";
import { useAction } from "../../../api/use-action.ts";
import { useOperation } from "../../../api/use-operation.ts";
import { Badge, type Tone } from "../../../components/badge.tsx";
import { Button } from "../../../components/button/button.tsx";
import { Card, Facts } from "../../../components/card.tsx";
import { Mono } from "../../../components/mono.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { count, counted } from "../../../components/format.ts";
import { lazyPart } from "../../../components/lazy-part.tsx";
import { Note } from "../../../components/note.tsx";
import { EmptyState, SkeletonRows } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { toast } from "../../../components/overlay/toast.tsx";
import type { Export } from "./export-form.ts";

const EditExport = lazyPart(() => import("./edit-export.tsx"), "EditExport");

const states: Record<Export["state"], readonly [Tone, string]> = {
  off: ["neutral", "Off"],
  paused: ["warn", "Paused"],
  running: ["good", "Running"],
  failing: ["bad", "Failing"],
};

const kindsOf = ({ auditEvents, executions }: Export): string =>
  auditEvents ? (executions ? "Audit events and executions" : "Audit events") : executions ? "Executions" : "Nothing";

function Waiting({ data }: { data: Export }) {
  const { waitingAuditEvents, waitingSince } = data;
  if (waitingAuditEvents === 0 && waitingSince === null) return "Nothing";
  return (
    <>
      {waitingAuditEvents > 0 && counted(waitingAuditEvents, "audit event")}
      {waitingAuditEvents > 0 && waitingSince !== null && ", "}
      {waitingSince !== null && (
        <>
          executions, the oldest from <Time at={waitingSince} />
        </>
      )}
    </>
  );
}

const ExportFacts = ({ data }: { data: Export }) => (
  <Facts
    items={[
      ["Receiver", <Mono key="url">{data.url}</Mono>],
      ["Sends", kindsOf(data)],
      ["Authorization", data.withHeader ? <Mono key="header">{data.headerName}</Mono> : "None"],
      ["Sent", `${count(data.sentAuditEvents)} audit events, ${count(data.sentExecutions)} executions`],
      ["Latest batch", data.sentAt === null ? "None yet" : <Time key="sent" at={data.sentAt} />],
      ["Waiting", <Waiting key="waiting" data={data} />],
    ]}
  />
);

/** The export's progress and its last error. */
function ExportCard({ data, onEdit }: { data: Export; onEdit: () => void }) {
  const forbidden = useDisabledReason("updateExport");
  const test = useAction("testExport");
  const pause = useAction("updateExport", {
    onSuccess: ({ paused }) => toast(paused ? "The export is paused" : "The export goes on"),
  });
  const [tone, word] = states[data.state];
  const toggle = () => pause.mutate({ body: { paused: !data.paused }, headers: ifMatch(data.revision) });
  const shared = { size: "sm", disabledReason: forbidden } as const;
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Continuous export <Badge tone={tone}>{word}</Badge>
        </span>
      }
      actions={
        <div className="flex flex-wrap gap-2">
          <Button {...shared} icon={PlugZap} busy={test.isPending} onClick={() => test.mutate({})}>
            Test
          </Button>
          <Button {...shared} icon={data.paused ? Play : Pause} busy={pause.isPending} onClick={toggle}>
            {data.paused ? "Resume" : "Pause"}
          </Button>
          <Button {...shared} icon={Pencil} onClick={onEdit}>
            Change
          </Button>
        </div>
      }
    >
      <div className="grid gap-3">
        {data.failure !== null && (
          <Note tone="bad" title={data.failure.message}>
            {counted(data.failure.attempts, "attempt")} failed, the latest <Time at={data.failure.at} />. Ferrule tries
            again. Nothing is lost.
          </Note>
        )}
        {test.data && <Note tone={test.data.ok ? "good" : "bad"} role="status" title={test.data.message} />}
        {test.error && <ErrorNote error={test.error} />}
        {pause.error && <ErrorNote error={pause.error} />}
        <ExportFacts data={data} />
      </div>
    </Card>
  );
}

/** The settings of the export of audit events and executions to a receiver. */
export function ExportTab() {
  const { data, error, refetch } = useOperation("getExport", {}, { refetchInterval: 5_000 });
  const [isEdited, setEdited] = useState(false);
  const forbidden = useDisabledReason("updateExport");
  if (error && data === undefined) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows rows={4} />;
  return (
    <div className="grid gap-4">
      {data.url === null ? (
        <EmptyState
          icon={Send}
          title="No export"
          action={
            <Button kind="primary" disabledReason={forbidden} onClick={() => setEdited(true)}>
              Set up the export
            </Button>
          }
        >
          Send audit events and executions to your log store or data lake as they happen, as lines of JSON.
        </EmptyState>
      ) : (
        <ExportCard data={data} onEdit={() => setEdited(true)} />
      )}
      {isEdited && <EditExport data={data} onClose={() => setEdited(false)} />}
    </div>
  );
}
