import type { UseQueryResult } from "@tanstack/react-query";
import { Pause, Pencil, Play, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { ifMatch } from "../../api/if-match.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Mono } from "../../components/mono.tsx";
import { Section } from "../../components/section.tsx";
import { Badge, EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Facts } from "../../components/card.tsx";
import { ConfirmAction } from "../../components/overlay/confirm-action.tsx";
import { deleteLater } from "../../components/overlay/delete-later.ts";
import { Drawer } from "../../components/overlay/drawer.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { duration } from "../../components/format.ts";
import { FunctionName } from "../../components/show/function-name.tsx";
import { JsonView } from "../../components/show/json-view.tsx";
import { Skeleton } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { toast } from "../../components/overlay/toast.tsx";
import { CronRuns } from "./cron-runs.tsx";
import { describeSchedule } from "./describe-schedule.ts";
import { inZone } from "./in-zone.ts";

type Binding = AnswerOf<"getCronBinding">;

/** Asks before a cron of Production is deleted. */
const DeleteCron = ({ binding, onClose, onDone }: { binding: Binding; onClose: () => void; onDone: () => void }) => (
  <ConfirmAction
    operation="deleteCronBinding"
    input={{ params: { cronBindingId: binding.id }, headers: ifMatch(binding.revision) }}
    done={[`${binding.name} was deleted`]}
    onClose={onClose}
    onDone={onDone}
    title={`Delete the cron ${binding.name}?`}
    description="Its Function and the executions of its runs are kept."
    consequences={["It will not run again.", "Its run history, with the reasons for skipped runs, is deleted."]}
    typedName={binding.name}
    confirmLabel="Delete cron"
  />
);

function Actions({ binding, onEdit, onClose }: { binding: Binding; onEdit: () => void; onClose: () => void }) {
  const { id: cronBindingId, name, environment, enabled, revision } = binding;
  const [isAsking, setAsking] = useState(false);
  const mayRun = useDisabledReason("runCronBinding", environment);
  const mayUpdate = useDisabledReason("updateCronBinding", environment);
  const mayDelete = useDisabledReason("deleteCronBinding", environment);
  const run = useAction("runCronBinding", {
    onSuccess: ({ status, reason }) => toast(status === "skipped" ? "Skipped" : "Queued", reason ?? undefined),
  });
  const update = useAction("updateCronBinding");
  const headers = ifMatch(revision);
  const input = { params: { cronBindingId }, headers };
  const remove = () => {
    if (environment === "production") return setAsking(true);
    deleteLater({ operation: "deleteCronBinding", input, id: cronBindingId, name });
    return onClose();
  };
  const error = run.error ?? update.error;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          icon={Play}
          kind={environment === "production" ? "production" : "primary"}
          busy={run.isPending}
          disabledReason={mayRun}
          onClick={() => run.mutate({ params: { cronBindingId } })}
        >
          Run now
        </Button>
        <Button
          icon={enabled ? Pause : RotateCw}
          busy={update.isPending}
          disabledReason={mayUpdate}
          onClick={() => update.mutate({ params: { cronBindingId }, body: { enabled: !enabled }, headers })}
        >
          {enabled ? "Pause" : "Resume"}
        </Button>
        <Button icon={Pencil} disabledReason={mayUpdate} onClick={onEdit}>
          Edit
        </Button>
        <Button icon={Trash2} disabledReason={mayDelete} onClick={remove}>
          Delete
        </Button>
      </div>
      {error && <ErrorNote error={error} />}
      {isAsking && <DeleteCron binding={binding} onClose={() => setAsking(false)} onDone={onClose} />}
    </div>
  );
}

function Detail({ binding }: { binding: Binding }) {
  const { schedule, timezone, retry, overlap, nextRuns, pauseReason, pauseAfterFailures } = binding;
  return (
    <>
      {pauseReason !== null && (
        <p className="rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm text-warn">{pauseReason}</p>
      )}
      <Facts
        items={[
          ["Function", <FunctionName key="function" id={binding.functionId} />],
          ["Environment", <EnvironmentBadge key="environment" environment={binding.environment} />],
          ["Tenant", <Mono key="tenant">{binding.tenantId}</Mono>],
          [
            "Schedule",
            <span key="schedule">
              {describeSchedule(schedule)} <Mono className="text-muted">{schedule}</Mono> in {timezone}
            </span>,
          ],
          ["Overlap", overlap === "skip" ? "Skip while an earlier run is in progress" : "Run in parallel"],
          [
            "Attempts",
            retry.maxAttempts === 1 ? "1" : `${retry.maxAttempts}, ${duration(retry.backoffMs)} before the second`,
          ],
          ["Catch up", binding.catchUp === 0 ? "Never" : `The latest ${binding.catchUp} missed`],
          ["Auto-pause", pauseAfterFailures === null ? "Never" : `After ${pauseAfterFailures} failures in a row`],
        ]}
      />
      <Section title="Next occurrences">
        {!binding.enabled && (
          <Badge tone="warn" icon={Pause}>
            Paused: none of these will run
          </Badge>
        )}
        <ol aria-label="Next occurrences" className="grid gap-1 text-sm">
          {nextRuns.map((at) => (
            <li key={at} className="flex justify-between gap-4">
              {inZone(at, timezone)}
              <span className="text-muted">
                <Time at={at} inert />
              </span>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Input">
        <JsonView value={binding.input} label="Input" />
      </Section>
    </>
  );
}

interface CronDrawerProps {
  open: boolean;
  cronBindingId: string;
  answer: UseQueryResult<Binding>;
  onClose: () => void;
  onEdit: () => void;
}

/** One cron: its actions, its next occurrence, and the results of its runs. */
export function CronDrawer({ open, cronBindingId, answer, onClose, onEdit }: CronDrawerProps) {
  const { data, error, refetch } = answer;
  return (
    <Drawer key={cronBindingId} open={open} onClose={onClose} size="lg" title={data?.name ?? "Cron"}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        !error && <Skeleton className="h-96" />
      ) : (
        <div className="grid gap-5">
          <Actions key={data.id} binding={data} onEdit={onEdit} onClose={onClose} />
          <Detail binding={data} />
          <CronRuns cronBindingId={data.id} />
        </div>
      )}
    </Drawer>
  );
}
