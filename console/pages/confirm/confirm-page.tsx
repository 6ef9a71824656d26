import { useParams } from "@tanstack/react-router";
import { Check, Minus, Plus, X } from "lucide-react";
import { useAction } from "../../api/use-action.ts";
import { useListed } from "../../api/use-listed.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { Mono } from "../../components/mono.tsx";
import { Note } from "../../components/note.tsx";
import { Page } from "../../components/page.tsx";
import { CodeBlock } from "../../components/show/code-block.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Time } from "../../components/time.tsx";
import { PendingPage } from "../../shell/page/pending-page.tsx";
import { ChangeList } from "../deployments/change-list.tsx";
import { visible } from "../approvals/argument-rows.ts";
import { useArmed } from "../approvals/use-armed.ts";

type Confirmation = AnswerOf<"getConfirmation">;

const liveMs = 5_000;
/** Longer than a double tap, so that a tap that was meant for the page before confirms nothing. */
const armedAfterMs = 1_000;

/** What an agent asked for, what would happen, and the decision. */
export function ConfirmPage() {
  const { confirmationId } = useParams({ from: "/confirm/$confirmationId" });
  const answer = useOperation(
    "getConfirmation",
    { params: { confirmationId } },
    { retry: false, refetchInterval: ({ state }) => (state.data?.status === "pending" ? liveMs : false) },
  );
  if (answer.data === undefined) return <PendingPage title="Confirm" answer={answer} height="h-96" />;
  return <Loaded confirmation={answer.data} onDecided={() => void answer.refetch()} />;
}

const icons = { adds: Plus, removes: Minus, note: null } as const;
const words = { adds: "New: ", removes: "Gone: ", note: "" } as const;
const colors = { adds: "text-good", removes: "text-bad", note: "text-muted" } as const;

function Effects({ effects }: Pick<Confirmation, "effects">) {
  return (
    <ul className="grid gap-2">
      {effects.map(({ kind, said }, index) => {
        const Icon = icons[kind];
        return (
          <li key={`${index} ${said}`} className="flex items-start gap-2 text-base">
            {Icon !== null && <Icon aria-hidden size={16} className={`mt-1 shrink-0 ${colors[kind]}`} />}
            <span className="min-w-0 break-words">
              <span className="sr-only">{words[kind]}</span>
              {visible(said)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

const outcomes: Record<Exclude<Confirmation["status"], "pending">, readonly ["good" | "neutral", string]> = {
  confirmed: ["good", "It is confirmed. The agent can do it now, once."],
  declined: ["neutral", "It is declined. Nothing happens."],
  used: ["good", "It is done."],
  expired: ["neutral", "Its ten minutes are over. Nothing happened. The agent can ask again."],
};

function Outcome({ confirmation: { status, decidedBy } }: { confirmation: Confirmation }) {
  if (status === "pending") return null;
  const [tone, said] = outcomes[status];
  return (
    <Note tone={tone} role="status" title={said}>
      {decidedBy && `Decided by ${decidedBy.email}.`}
    </Note>
  );
}

const More = ({ more }: { more: number }) => more > 0 && <p className="text-sm text-muted">and {more} more</p>;

/** What the sentences only count or name: the changes as the dialog of a release shows them, the fields of a policy, or what goes with a deleted thing. */
function Detail({ detail }: { detail: NonNullable<Confirmation["detail"]> }) {
  if (detail.kind === "changes")
    return (
      <>
        <ChangeList changes={detail.changes} empty="Tools, routes and Functions stay the same." />
        <More more={detail.more ?? 0} />
      </>
    );
  if (detail.kind === "names")
    return detail.groups.map(({ what, names, more }) => (
      <section key={what} aria-label={what}>
        <p className="mb-1 text-xs font-medium text-muted">
          {what} · {names.length + more}
        </p>
        <ul className="list-disc pl-5 text-sm break-words">
          {names.map((name, at) => (
            <li key={`${at} ${name}`}>{visible(name)}</li>
          ))}
        </ul>
        <More more={more} />
      </section>
    ));
  return (
    <dl className="grid gap-3 text-sm">
      {detail.fields.map(({ name, before, after }) => (
        <div key={name} className="grid gap-1">
          <dt className="font-medium">{name}</dt>
          <dd className="grid grid-cols-1 gap-2 sm:grid-cols-2">
            <CodeBlock title="Before" text={visible(before)} wrap />
            <CodeBlock title="After" text={visible(after)} wrap />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The buttons, at the bottom of a small screen, where a thumb is. */
function Decide({ confirmation, onDecided }: { confirmation: Confirmation; onDecided: () => void }) {
  const { id, digest, whyNot } = confirmation;
  const isArmed = useArmed(armedAfterMs);
  const decide = useAction("decideConfirmation", { onSuccess: onDecided, onError: onDecided });
  const send = (decision: "confirm" | "decline") =>
    decide.mutate({ params: { confirmationId: id }, body: { decision, digest } });
  const reason = whyNot ?? (isArmed ? null : "Read it first.");
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-4 grid gap-2 border-t border-line bg-canvas px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:mx-0 md:px-0">
      {whyNot !== null && <p className="text-sm text-muted">{whyNot}</p>}
      {decide.error && <ErrorNote error={decide.error} />}
      <div className="flex gap-3">
        <Button icon={X} className="min-h-12 flex-1 text-base" busy={decide.isPending} onClick={() => send("decline")}>
          Decline
        </Button>
        <Button
          kind="production"
          icon={Check}
          className="min-h-12 flex-1 text-base"
          busy={decide.isPending}
          disabledReason={reason}
          onClick={() => send("confirm")}
        >
          Confirm
        </Button>
      </div>
    </div>
  );
}

function Loaded({ confirmation, onDecided }: { confirmation: Confirmation; onDecided: () => void }) {
  const { title, effects, detail, askedBy, projectId, createdAt, expiresAt, status, operation, digest } = confirmation;
  const project = useListed("listProjects", projectId);
  return (
    <Page title={visible(title)} description="An agent asks for this. Nothing has happened yet.">
      <div className="grid max-w-3xl gap-4">
        <Outcome confirmation={confirmation} />
        <Card title="What would happen">
          <div className="grid gap-4">
            <Effects effects={effects} />
            {detail !== null && <Detail detail={detail} />}
          </div>
        </Card>
        <Card title="Who asks">
          <Facts
            items={[
              ["Project", project?.name ?? "…"],
              ["In the name of", askedBy.email],
              ["By the token or program", visible(askedBy.through)],
              ["Program, as it calls itself", askedBy.client === null ? "it gives no name" : visible(askedBy.client)],
              ["Asked", <Time key="asked" at={createdAt} />],
              status === "pending" && ["Expires", <Time key="expires" at={expiresAt} />],
              ["Operation", <Mono key="operation">{operation}</Mono>],
              ["Digest", <ShortId key="digest" id={digest} label="Copy digest" />],
            ]}
          />
        </Card>
        {status === "pending" && <Decide confirmation={confirmation} onDecided={onDecided} />}
      </div>
    </Page>
  );
}
