import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { counted } from "../../../components/format.ts";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { LogView } from "../../../components/show/log-view.tsx";

/** As long as somebody asks, the worker sends what it logs. */
const askMs = 1_000;

/** The attempt that runs now, with what it has logged so far. */
export function RunningAttempt({ run: { id, attempt, startedAt } }: { run: AnswerOf<"getRun"> }) {
  const { data, error, refetch } = useOperation("getRunLog", { params: { runId: id } }, { refetchInterval: askMs });
  const log = data?.attempt === attempt ? data : undefined;
  return (
    <div className="grid gap-2 border-t border-line px-4 py-2 text-sm">
      <p role="status" className="text-muted">
        Attempt {attempt} runs.
      </p>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {log !== undefined && log.omitted > 0 && (
        <p className="text-xs text-muted">{counted(log.omitted, "earlier line")} will be in its execution.</p>
      )}
      {log !== undefined && (
        <LogView
          label="Log of the running attempt"
          lines={log.lines}
          since={startedAt ?? undefined}
          empty="It has logged nothing yet."
        />
      )}
    </div>
  );
}
