import { Link, useParams, useSearch } from "@tanstack/react-router";
import { Check, Link2, X } from "lucide-react";
import { useState } from "react";
import { useMe } from "../../api/session.ts";
import { useAction } from "../../api/use-action.ts";
import { useListed } from "../../api/use-listed.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import { Mono } from "../../components/mono.tsx";
import { Note } from "../../components/note.tsx";
import { toast, toastError } from "../../components/overlay/toast.tsx";
import { Page } from "../../components/page.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Time } from "../../components/time.tsx";
import { PendingPage } from "../../shell/page/pending-page.tsx";
import { switchProject } from "../../shell/project/switch-project.ts";
import { callerText } from "../executions/caller-text.ts";
import { ApprovalBadge } from "./approval-badge.tsx";
import { visible } from "./argument-rows.ts";
import { Arguments } from "./arguments.tsx";
import type { Decision } from "./decide-dialog.tsx";
import { Outcome } from "./outcome.tsx";
import { whoMay } from "./who-may.ts";

const DecideDialog = lazyPart(() => import("./decide-dialog.tsx"), "DecideDialog");

type Approval = AnswerOf<"getApproval">;

const above = <Link to="/approvals">Approvals</Link>;
const liveMs = 5_000;

/** Reads the approval of the page; by a signed link also that of another Project than the selected one. */
function useApproval() {
  const { approvalId } = useParams({ from: "/approvals/$approvalId" });
  const { link } = useSearch({ from: "/approvals/$approvalId" });
  const { activeProject } = useMe();
  const refetchInterval = ({ state }: { state: { data: Approval | undefined } }) =>
    state.data?.status === "pending" ? liveMs : false;
  const linked = useOperation(
    "openApprovalLink",
    { body: { token: link ?? "" } },
    { enabled: link !== undefined, retry: false, refetchInterval },
  );
  const own = useOperation(
    "getApproval",
    { params: { approvalId } },
    { enabled: link === undefined && activeProject !== null, refetchInterval },
  );
  const { data, error, refetch } = link === undefined ? own : linked;
  const isOther = data !== undefined && data.id !== approvalId;
  return {
    data: isOther ? undefined : data,
    error: isOther ? new Error("This link is for another approval. Open it again as you got it.") : error,
    refetch,
  };
}

/** One approval: what will be done, who asked, who may decide, and the decision. */
export function ApprovalPage() {
  const { activeProject } = useMe();
  const { link } = useSearch({ from: "/approvals/$approvalId" });
  const answer = useApproval();
  if (answer.data !== undefined)
    return (
      <Loaded
        approval={answer.data}
        note={answer.error && <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />}
      />
    );
  if (link === undefined && activeProject === null)
    return (
      <Page title="Approval">
        <Note title="Choose a Project first">
          <Link to="/projects" className="link">
            Choose the Project
          </Link>{" "}
          whose approval it is, or open the signed link that you got.
        </Note>
      </Page>
    );
  return <PendingPage title="Approval" above={above} answer={answer} height="h-136" />;
}

/** The buttons, at the bottom of a small screen, where a thumb is. */
function Decide({ approval }: { approval: Approval }) {
  const [decision, setDecision] = useState<Decision | null>(null);
  const { mayDecide, mayNotBecause, environment } = approval;
  const reason = mayDecide ? null : (mayNotBecause ?? "You may not decide this.");
  const button = (decides: Decision) => (
    <Button
      key={decides}
      kind={decides === "rejected" ? "secondary" : environment === "production" ? "production" : "primary"}
      icon={decides === "rejected" ? X : Check}
      className="min-h-12 flex-1 text-base"
      disabledReason={reason}
      onClick={() => setDecision(decides)}
    >
      {decides === "rejected" ? "Reject" : "Approve"}
    </Button>
  );
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-4 border-t border-line bg-canvas px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:mx-0 md:px-0">
      {reason !== null && <p className="mb-2 text-sm text-muted">{reason}</p>}
      <div className="flex gap-3">
        {button("rejected")}
        {button("approved")}
      </div>
      {decision !== null && <DecideDialog approval={approval} decision={decision} onClose={() => setDecision(null)} />}
    </div>
  );
}

/** Says that the approval belongs to another Project, and switches to it. */
function OtherProject({ projectId }: { projectId: string }) {
  const project = useListed("listProjects", projectId);
  const name = project?.name ?? "its Project";
  const [isBusy, setBusy] = useState(false);
  const choose = () => {
    setBusy(true);
    switchProject(projectId)
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-4 grid gap-2 border-t border-line bg-canvas px-4 py-3 md:mx-0 md:px-0">
      <p className="text-sm text-muted">
        You work in another Project now. To decide, switch to {name}. Other tabs of this browser ask before they follow.
      </p>
      <Button kind="primary" className="min-h-12 text-base" busy={isBusy} onClick={choose}>
        Switch to {name}
      </Button>
    </div>
  );
}

/** Copies a signed address of this page, for somebody whom the rule names. */
function CopyLink({ approvalId }: { approvalId: string }) {
  const create = useAction("createApprovalLink", {
    onSuccess: ({ url }) => {
      navigator.clipboard.writeText(url).then(
        () => toast("Link copied", "It works until the approval expires, for the people who may decide."),
        () => toast("The link", url),
      );
    },
    onError: toastError,
  });
  return (
    <Button icon={Link2} busy={create.isPending} onClick={() => create.mutate({ params: { approvalId } })}>
      Copy link
    </Button>
  );
}

function AskedFacts({ approval, isHere }: { approval: Approval; isHere: boolean }) {
  const { runId, functionId, functionName, called, askedBy, tenantId, createdAt, expiresAt, status, stepKey } =
    approval;
  return (
    <Facts
      items={[
        ["Asked by", callerText(askedBy)],
        ["Asked", <Time key="asked" at={createdAt} />],
        status === "pending" && ["Expires", <Time key="expires" at={expiresAt} />],
        ["May decide", whoMay(approval)],
        called !== null && ["Call", <Mono key="called">{visible(called)}</Mono>],
        [
          "Function",
          isHere ? (
            <Link key="function" to="/functions/$functionId" params={{ functionId }} className="link">
              {functionName}
            </Link>
          ) : (
            functionName
          ),
        ],
        stepKey !== null && ["Step", <Mono key="step">{stepKey}</Mono>],
        isHere && [
          "Run",
          <Link key="run" to="/runs/$runId" params={{ runId }} className="link">
            open
          </Link>,
        ],
        tenantId !== "default" && ["Tenant", <Mono key="tenant">{tenantId}</Mono>],
        ["Digest", <ShortId key="digest" id={approval.digest} label="Copy digest" />],
      ]}
    />
  );
}

function Loaded({ approval, note }: { approval: Approval; note: React.ReactNode }) {
  const { id, title, summary, status, environment, projectId } = approval;
  const { activeProject } = useMe();
  const isHere = activeProject?.id === projectId;
  return (
    <Page
      title={visible(title)}
      heading={
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 break-words">{visible(title)}</span>
          <ApprovalBadge status={status} />
          <EnvironmentBadge environment={environment} />
        </span>
      }
      above={above}
      actions={isHere && status === "pending" ? <CopyLink approvalId={id} /> : undefined}
    >
      <div className="grid max-w-3xl gap-4">
        {note}
        <Outcome approval={approval} />
        {summary !== "" && <p className="text-base break-words whitespace-pre-wrap">{visible(summary)}</p>}
        <Card title="What will be done">
          <Arguments approval={approval} isHere={isHere} />
        </Card>
        <Card title="Who asks, and who decides">
          <AskedFacts approval={approval} isHere={isHere} />
        </Card>
        {status === "pending" && (isHere ? <Decide approval={approval} /> : <OtherProject projectId={projectId} />)}
      </div>
    </Page>
  );
}
