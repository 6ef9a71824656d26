import { Link } from "@tanstack/react-router";
import { useOperation, type AnswerOf, type ItemOf } from "../../../api/use-operation.ts";
import { LinkButton } from "../../../components/button/link-button.tsx";
import { Note } from "../../../components/note.tsx";
import { Time } from "../../../components/time.tsx";
import { UserCheck } from "lucide-react";
import { visible } from "../../approvals/argument-rows.ts";
import { isOpen } from "../run-states.ts";

/** Names the question that the run withdrew when it asked another one. */
const Withdrawn = ({ approval }: { approval: ItemOf<"listApprovals"> | undefined }) =>
  approval && (
    <p>
      The run asked something else before, and withdrew{" "}
      <Link to="/approvals/$approvalId" params={{ approvalId: approval.id }} className="link">
        {visible(approval.title)}
      </Link>
      .
    </p>
  );

/** The approvals for which a run waits now. */
export function PendingApprovals({ run }: { run: AnswerOf<"getRun"> }) {
  const waits =
    run.mode === "once" || run.timeline.some(({ kind, state }) => kind === "approval" && state === "waiting");
  const { data } = useOperation(
    "listApprovals",
    { query: { runId: run.id } },
    { enabled: waits && isOpen(run.status), refetchInterval: 3_000 },
  );
  if (!waits || !isOpen(run.status)) return null;
  const pending = data?.items.filter(({ status }) => status === "pending");
  const withdrawn = (id: string) => data?.items.find(({ replacedBy }) => replacedBy === id);
  return pending?.map(({ id, title, mayDecide, expiresAt }) => (
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
      <Withdrawn approval={withdrawn(id)} />
    </Note>
  ));
}
