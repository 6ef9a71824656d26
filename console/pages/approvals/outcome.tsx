import { Ban, Check, CircleDashed, TimerOff } from "lucide-react";
import type { AnswerOf } from "../../api/use-operation.ts";
import { LinkButton } from "../../components/button/link-button.tsx";
import { Note } from "../../components/note.tsx";
import { Time } from "../../components/time.tsx";
import { visible } from "./argument-rows.ts";

type Approval = AnswerOf<"getApproval">;

const ends = {
  approved: ["good", Check, "Approved", "The run goes on with exactly what is shown here."],
  rejected: ["bad", Ban, "Rejected", "It is not done."],
  expired: ["neutral", TimerOff, "Expired", "Nobody decided in time, so it is not done."],
  cancelled: ["neutral", CircleDashed, "Cancelled", "The run has ended, so nothing waits any more."],
} as const;

const withdrawn = ["neutral", CircleDashed, "Withdrawn", "The run asks something else instead."] as const;

/** What was decided: by whom, when and why. */
export function Outcome({ approval }: { approval: Approval }) {
  const { status, finishedAt, decisions, people, replacedBy } = approval;
  const end = status === "pending" ? null : replacedBy === null ? ends[status] : withdrawn;
  return (
    <>
      {end !== null && (
        <Note
          role="status"
          tone={end[0]}
          icon={end[1]}
          action={
            replacedBy !== null && (
              <LinkButton to="/approvals/$approvalId" params={{ approvalId: replacedBy }} size="sm">
                Open the new one
              </LinkButton>
            )
          }
          title={
            <>
              {end[2]} {finishedAt !== null && <Time at={finishedAt} />}
            </>
          }
        >
          {end[3]}
        </Note>
      )}
      {decisions.length > 0 && (
        <section aria-label="Decisions" className="grid gap-1.5 text-sm">
          <h2 className="font-semibold">
            {status === "pending" ? `${decisions.length} of ${people} have approved` : "Decisions"}
          </h2>
          <ul className="grid gap-1.5">
            {decisions.map(({ by, decision, reason, at }) => (
              <li key={by.id} className="rounded-md border border-line bg-surface px-3 py-2">
                <span className="font-medium break-all">{by.email}</span> {decision} <Time at={at} />
                {reason !== "" && (
                  <p className="mt-0.5 break-words whitespace-pre-wrap text-muted">{visible(reason)}</p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
