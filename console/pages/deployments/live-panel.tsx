import type { Environment } from "@ferrule/contract/states.ts";
import { Link } from "@tanstack/react-router";
import { Pin, Rocket, Undo2 } from "lucide-react";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { Badge, EnvironmentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { classNames } from "../../components/class-names.ts";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { ShortId } from "../../components/button/short-id.tsx";
import { Skeleton } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import type { Asked } from "./search.ts";
import { kindNames, refusalOf, type Deployment } from "./words.ts";
import { counted } from "../../components/format.ts";

type EnvironmentState = AnswerOf<"listEnvironments">["items"][number];

interface LivePanelsProps {
  onAsk: (asked: Asked, of?: string) => void;
}

/** What is live in each environment, how far it is behind, and the ways to release and roll back. */
export function LivePanels({ onAsk }: LivePanelsProps) {
  const { data, error, refetch } = useOperation("listEnvironments", {}, { refetchInterval: 10_000 });
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  const find = (name: Environment) => data?.items.find((each) => each.name === name);
  const [development, production] = [find("development"), find("production")];
  return (
    <div className="mb-6 grid gap-4 lg:grid-cols-2">
      {development && production ? (
        <>
          <LivePanel state={development} released={null} onAsk={onAsk} />
          <LivePanel state={production} released={development.activeDeploymentId} onAsk={onAsk} />
        </>
      ) : (
        <>
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
        </>
      )}
    </div>
  );
}

interface LivePanelProps extends LivePanelsProps {
  state: EnvironmentState;
  /** For Production: the deployment to release. */
  released: string | null;
}

interface ServedProps {
  state: EnvironmentState;
  /** Undefined while it is loading. */
  deployment: Deployment | undefined;
}

/** The deployment that an environment serves now. */
function Served({ state: { name, activeDeploymentId, pinned }, deployment }: ServedProps) {
  if (activeDeploymentId === null)
    return (
      <p className="text-muted">
        Nothing is live. Callers of {environmentNames[name]} get 404 until{" "}
        {name === "production" ? "you release a deployment." : "you deploy the drafts."}
      </p>
    );
  if (deployment === undefined) return <Skeleton className="h-12" />;
  const { id, number, kind, requestedBy, digest, message } = deployment;
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Link
          to="/deployments/$deploymentId"
          params={{ deploymentId: id }}
          className="text-lg font-semibold hover:underline"
        >
          #{number}
        </Link>
        <span className="text-muted">
          {kindNames[kind].toLowerCase()} by {requestedBy?.email ?? "system"}
        </span>
        {digest !== null && <ShortId id={digest.slice(0, 12)} label="Copy digest" />}
      </p>
      {message !== "" && <p className="break-words">{message}</p>}
      {pinned && <p className="text-warn">A rollback pinned Production. The next release moves and unpins it.</p>}
    </div>
  );
}

const useDeployment = (id: string | null) =>
  useOperation("getDeployment", { params: { projectDeploymentId: id ?? "" } }, { enabled: id !== null }).data;

/** The button that brings a newer deployment into an environment. */
function DeployOrRelease({ state, released, onAsk }: LivePanelProps) {
  const source = useDeployment(released);
  const deployReason = useDisabledReason("createDeployment", "development");
  const releaseReason = released === null ? "Deploy to Development first." : refusalOf(source, "release");
  return state.name === "production" ? (
    <Button
      kind="production"
      icon={Rocket}
      disabledReason={releaseReason}
      onClick={() => onAsk("release", released ?? undefined)}
    >
      Release
    </Button>
  ) : (
    <Button kind="primary" icon={Rocket} disabledReason={deployReason} onClick={() => onAsk("deploy")}>
      Deploy
    </Button>
  );
}

function LivePanel({ state, released, onAsk }: LivePanelProps) {
  const { name, activeDeploymentId, pinned } = state;
  const active = useDeployment(activeDeploymentId);
  const rollbackReason = activeDeploymentId === null ? "Nothing is live here yet." : refusalOf(active, "rollback");
  return (
    <section
      aria-label={`Live in ${environmentNames[name]}`}
      className={classNames(
        "flex min-h-44 min-w-0 flex-col rounded-lg border bg-surface p-4",
        name === "production" ? "border-production-line" : "border-line",
      )}
    >
      <header className="mb-2 flex flex-wrap items-center gap-2">
        <EnvironmentBadge environment={name} />
        {pinned && (
          <Badge tone="warn" icon={Pin}>
            Pinned
          </Badge>
        )}
        {activeDeploymentId === null || active === undefined ? null : (
          <span className="ml-auto text-xs text-muted">
            live since <Time at={active.finishedAt ?? active.createdAt} />
          </span>
        )}
      </header>
      <div className="flex-1 text-sm">
        <Served state={state} deployment={active} />
      </div>
      <footer className="mt-3 flex flex-wrap items-center gap-2">
        <Behind target={name} of={released} />
        <div className="ml-auto flex flex-wrap gap-2">
          <Button
            icon={Undo2}
            disabledReason={rollbackReason}
            onClick={() => onAsk("rollback", activeDeploymentId ?? undefined)}
          >
            Roll back
          </Button>
          <DeployOrRelease state={state} released={released} onAsk={onAsk} />
        </div>
      </footer>
    </section>
  );
}

/**
 * The changes that wait for an environment: undeployed drafts, or the differences between Development and Production.
 */
function Behind({ target, of }: { target: Environment; of: string | null }) {
  const isProduction = target === "production";
  const { data } = useOperation(
    "previewDeployment",
    { query: { target, ...(of === null ? {} : { projectDeploymentId: of }) } },
    { enabled: !isProduction || of !== null, staleTime: 15_000 },
  );
  if (!data) return null;
  const many = data.changes.length;
  const breaking = data.changes.some((change) => change.breaking.length > 0);
  const what = isProduction ? "to release" : "in the drafts";
  return (
    <span className="text-sm text-muted">
      {many === 0
        ? isProduction
          ? "Same as Development."
          : "All drafts are deployed."
        : `${counted(many, "change")} ${what}`}
      {breaking && <span className="text-bad">, including breaking changes</span>}
    </span>
  );
}
