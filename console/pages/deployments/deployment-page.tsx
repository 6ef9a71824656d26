import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Ban, Pin, Rocket, RotateCw, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { lazyPart } from "../../components/lazy-part.tsx";
import { useAction } from "../../api/use-action.ts";
import { queryClient } from "../../api/query-client.ts";
import { keyOf, useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { Badge, DeploymentBadge, EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { Card, Facts } from "../../components/card.tsx";
import { ConfirmDialog } from "../../components/overlay/confirm-dialog.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { LogView } from "../../components/show/log-view.tsx";
import { Page } from "../../components/page.tsx";
import { PendingPage } from "../../shell/page/pending-page.tsx";
import { RunsIn } from "../../components/runs-in.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { Time } from "../../components/time.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { ChangeList } from "./change-list.tsx";
import { FailureNote } from "./failure.tsx";
import type { DeploymentAsked } from "./search.ts";
import { NextSteps } from "./next-steps.tsx";
import { NotDeployed } from "./not-deployed.tsx";
import { commitFacts, ComparisonLink } from "./commit.tsx";
import { SourceLink } from "./source-link.tsx";
import { StageList } from "./stage-list.tsx";
import { stagesOf } from "./stages.ts";
import { isRunning, kindNames, refusalOf, testsText } from "./words.ts";

const MoveDialog = lazyPart(() => import("./move-dialog.tsx"), "MoveDialog");

type Detail = AnswerOf<"getDeployment">;

const above = <Link to="/deployments">Deployments</Link>;
const readAgainMs = 700;

/** One deployment: its stages and log as they happen, its changes, and its actions. */
export function DeploymentPage() {
  const { deploymentId } = useParams({ from: "/deployments/$deploymentId" });
  const answer = useOperation(
    "getDeployment",
    { params: { projectDeploymentId: deploymentId } },
    { refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? readAgainMs : 10_000) },
  );
  const { data, error } = answer;
  if (data) return <Loaded detail={data} error={error} onRetry={() => void answer.refetch()} />;
  return <PendingPage title="Deployment" above={above} answer={answer} height="h-112" />;
}

/** The current time in milliseconds; it advances while something runs. */
function useNow(moving: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!moving) return undefined;
    const timer = window.setInterval(() => setNow(Date.now()), 200);
    return () => window.clearInterval(timer);
  }, [moving]);
  return now;
}

const placeOf = (data: unknown): { file: string; line: number | null } | null => {
  const { file, line } = (data ?? {}) as { file?: unknown; line?: unknown };
  return typeof file === "string" ? { file, line: typeof line === "number" ? line : null } : null;
};

/** A line's data, without what is already shown elsewhere. */
const shownData = (data: unknown) =>
  placeOf(data) !== null || (typeof data === "object" && data !== null && "stage" in data) ? undefined : data;

function Heading({ detail }: { detail: Detail }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      {kindNames[detail.kind]} #{detail.number}
      {detail.active ? (
        <RunsIn live places={[{ environment: detail.target }]} />
      ) : (
        <EnvironmentBadge environment={detail.target} />
      )}
      <DeploymentBadge status={detail.status} />
      {detail.pinned && (
        <Badge tone="warn" icon={Pin}>
          pinned
        </Badge>
      )}
    </span>
  );
}

/** The log and the changes. The URL names the part that is open. */
function Parts({ detail }: { detail: Detail }) {
  const { tab = "progress" } = useSearch({ from: "/deployments/$deploymentId" });
  const navigate = useNavigate({ from: "/deployments/$deploymentId" });
  const { number, target, status } = detail;
  return (
    <Tabs
      label="Parts of the deployment"
      value={tab}
      onChange={(next) =>
        void navigate({
          search: ({ tab: _tab, ...rest }) => ({ ...rest, ...(next === "changes" ? { tab: next } : {}) }),
          replace: true,
        })
      }
      tabs={[
        {
          value: "progress",
          label: "Log",
          content: (
            <LogView
              label={`Log of deployment #${number}`}
              lines={detail.log.map((line) => ({
                ...line,
                place: placeOf(line.data),
                data: shownData(line.data),
              }))}
              since={detail.createdAt}
              maxHeight="40rem"
              after={({ place }) => place && <SourceLink {...place} />}
            />
          ),
        },
        {
          value: "changes",
          label: "Changes",
          count: status === "completed" ? detail.changes.length : undefined,
          content: (
            <>
              <ComparisonLink href={detail.comparisonUrl} />
              <ChangeList
                changes={detail.changes}
                empty={
                  status === "completed"
                    ? `Nothing differed from what ${environmentNames[target]} served before.`
                    : "No changes."
                }
              />
            </>
          ),
        },
      ]}
    />
  );
}

function Loaded({ detail, error, onRetry }: { detail: Detail; error: Error | null; onRetry: () => void }) {
  const { ask } = useSearch({ from: "/deployments/$deploymentId" });
  const navigate = useNavigate({ from: "/deployments/$deploymentId" });
  const running = isRunning(detail);
  const now = useNow(running);
  const { number, kind, target, progress } = detail;
  const onAsk = (next: DeploymentAsked) =>
    void navigate({ search: ({ ask: _ask, ...rest }) => ({ ...rest, ...(next === undefined ? {} : { ask: next }) }) });
  // The header counts the changes to deploy, and does not notice by itself that this deployment has ended.
  useEffect(() => {
    if (!running) void queryClient.invalidateQueries({ queryKey: keyOf("countPendingChanges") });
  }, [running]);
  const stages = stagesOf(detail, now);
  const done = progress.total > 0 ? `${progress.done} of ${progress.total} Functions` : "";
  const breaking = detail.changes.flatMap((change) => change.breaking).length;
  return (
    <Page
      title={`${kindNames[kind]} #${number}`}
      heading={<Heading detail={detail} />}
      above={above}
      {...(detail.message === "" ? {} : { description: detail.message })}
      actions={<Actions detail={detail} onAsk={onAsk} />}
    >
      <div className="grid grid-cols-1 gap-4">
        {error && <ErrorNote error={error} onRetry={onRetry} />}
        <StageList stages={stages} progress={done} />
        {detail.error && <FailureNote deployment={detail} error={detail.error} />}
        <NextSteps deployment={detail} />
        {detail.pinned && detail.active && (
          <p className="rounded-md border border-warn-line bg-warn-soft px-3 py-2 text-sm">
            A rollback pinned Production to this deployment. The next release moves and unpins it.
          </p>
        )}
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0">
            <Parts detail={detail} />
          </div>
          <Card title="Details">
            <Facts items={factsOf(detail, breaking)} />
            <NotDeployed functions={detail.notDeployed} />
          </Card>
        </div>
      </div>
      {(ask === "release" || ask === "rollback") && (
        <MoveDialog
          kind={ask}
          deploymentId={detail.id}
          target={ask === "release" ? "production" : target}
          onClose={() => onAsk(undefined)}
        />
      )}
      <CancelDialog detail={detail} open={ask === "cancel"} onClose={() => onAsk(undefined)} />
    </Page>
  );
}

function factsOf(detail: Detail, breaking: number): [string, React.ReactNode][] {
  const {
    sourceDeploymentId: source,
    requestedBy,
    createdAt,
    commit,
    digest,
    durationMs,
    missingSecrets,
    tests,
  } = detail;
  return [
    ["Requested by", requestedBy?.email ?? "the system"],
    ["Requested", <Time key="at" at={createdAt} />],
    ["Took", durationMs === null ? "–" : `${(durationMs / 1_000).toFixed(2)} s`],
    ...(source === null
      ? []
      : [
          [
            detail.kind === "rollback" ? "Returns to" : "Releases",
            <Link key="source" to="/deployments/$deploymentId" params={{ deploymentId: source }} className="link">
              source deployment
            </Link>,
          ] as [string, React.ReactNode],
        ]),
    ...commitFacts(commit),
    ...(tests === null ? [] : [["Tests", testsText(tests)] as [string, React.ReactNode]]),
    ["Breaking", breaking === 0 ? "nothing" : <span className="text-bad">{breaking} for callers</span>],
    ["Artifact", digest === null ? "none" : <ShortId key="digest" id={digest.slice(0, 12)} label="Copy digest" />],
    ...(missingSecrets.length === 0
      ? []
      : [
          [
            "Missing in Production",
            <span key="secrets" className="font-mono text-xs">
              {missingSecrets.join(", ")}
            </span>,
          ] as [string, React.ReactNode],
        ]),
    ["Id", <ShortId key="id" id={detail.id} />],
  ];
}

function Actions({ detail, onAsk }: { detail: Detail; onAsk: (ask: DeploymentAsked) => void }) {
  const { kind, target, active, status, sourceDeploymentId } = detail;
  const navigate = useNavigate();
  if (isRunning(detail))
    return (
      <Button icon={Ban} disabledReason={refusalOf(detail, "cancel")} onClick={() => onAsk("cancel")}>
        Cancel
      </Button>
    );
  if (status === "failed" || status === "cancelled") {
    // Opens the preview again, because the deployment's effects may be different now.
    const of = kind === "deploy" || sourceDeploymentId === null ? {} : { of: sourceDeploymentId };
    return (
      <Button
        kind={target === "production" ? "production" : "primary"}
        icon={RotateCw}
        disabledReason={refusalOf(detail, "retry")}
        onClick={() => void navigate({ to: "/deployments", search: { ask: kind, ...of } })}
      >
        Try again
      </Button>
    );
  }
  return (
    <>
      <Button icon={Undo2} disabledReason={refusalOf(detail, "rollback")} onClick={() => onAsk("rollback")}>
        {active ? "Roll back" : "Roll back to this"}
      </Button>
      {target === "development" && kind !== "release" && (
        <Button
          kind="production"
          icon={Rocket}
          disabledReason={refusalOf(detail, "release")}
          onClick={() => onAsk("release")}
        >
          Release to Production
        </Button>
      )}
    </>
  );
}

function CancelDialog({ detail, open, onClose }: { detail: Detail; open: boolean; onClose: () => void }) {
  const cancel = useAction("cancelDeployment", { onSuccess: onClose });
  return (
    <ConfirmDialog
      open={open && isRunning(detail)}
      onClose={onClose}
      title={`Cancel deployment #${detail.number}?`}
      description={`${environmentNames[detail.target]} keeps serving its current deployment.`}
      confirmLabel="Cancel deployment"
      busy={cancel.isPending}
      error={cancel.error}
      onConfirm={() => cancel.mutate({ params: { projectDeploymentId: detail.id } })}
    />
  );
}
