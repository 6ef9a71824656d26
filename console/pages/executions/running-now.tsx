import type { Environment } from "@ferrule/contract/states.ts";
import { Square } from "lucide-react";
import { useEffect, useState } from "react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation, type ItemOf } from "../../api/use-operation.ts";
import { ExecutionBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { duration } from "../../components/format.ts";
import { ShortId } from "../../components/button/short-id.tsx";

type Running = ItemOf<"listRunningExecutions">;

/** Calls that are still running after a second, each with its time so far and a button to cancel it. */
export function RunningNow({ environment }: { environment: Environment }) {
  const { data } = useOperation("listRunningExecutions", {}, { refetchInterval: 2_000 });
  const [ending, setEnding] = useState<Running | null>(null);
  const forbidden = useDisabledReason("cancelExecution", environment);
  const cancel = useAction("cancelExecution", {
    onSuccess: () => setEnding(null),
  });
  const items = (data?.items ?? []).filter((each) => each.environment === environment);
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (items.length === 0) return undefined;
    const timer = window.setInterval(() => setNow(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, [items.length === 0]);
  if (items.length === 0) return null;
  return (
    <section aria-label="Running now" className="mb-3 rounded-lg border border-line bg-surface">
      <ul className="divide-y divide-line">
        {items.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 text-sm">
            <ExecutionBadge status="running" />
            <span className="font-medium">{each.functionName}</span>
            <span className="text-muted">{each.workerId === null ? "waits for a worker" : each.source}</span>
            <ShortId id={each.id} />
            <span className="ml-auto text-muted">
              {duration(Math.max(0, Math.floor((now - Date.parse(each.startedAt)) / 1_000) * 1_000))}
            </span>
            <Button
              size="sm"
              icon={Square}
              disabledReason={forbidden ?? (each.cancelling ? "Ending…" : null)}
              onClick={() => setEnding(each)}
            >
              End
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={ending !== null}
        onClose={() => setEnding(null)}
        title={`End this call of ${ending?.functionName ?? ""}?`}
        description="The caller gets an error. External effects are not undone."
        confirmLabel="End call"
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => ending && cancel.mutate({ params: { executionId: ending.id } })}
      />
    </section>
  );
}
