import { useOperation, type AnswerOf } from "../../../api/use-operation.ts";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { Note } from "../../../components/note.tsx";
import { Time } from "../../../components/time.tsx";
import { UserCheck } from "lucide-react";
import { isOpen } from "../run-states.ts";

/** The approvals for which a run waits now. */
export function PendingApprovals({ run }: { run: AnswerOf<"getRun"> }) {
  const waits =
    run.mode === "once" || run.timeline.some(({ kind, state }) => kind === "approval" && state === "waiting");
  const { data } = useOperation(
    "listApprovals",
    { query: { runId: run.id, status: "pending" } },
    { enabled: waits && isOpen(run.status), refetchInterval: 3_000 },
  );
  if (!waits || !isOpen(run.status)) return null;
  return data?.items.map(({ id, title, mayDecide, expiresAt }) => (
    <Note
      key={id}
      tone="warn"
      icon={UserCheck}
      title={title}
      action={
        <LinkButton to="/approvals/$approvalId" params={{ approvalId: id }} size="sm">
          {mayDecide ? "Decide" : "Show"}
        </LinkButton>
      }
    >
      {mayDecide ? "It waits for your approval" : "It waits for somebody's approval"}, which expires{" "}
      <Time at={expiresAt} />.
    </Note>
  ));
}
