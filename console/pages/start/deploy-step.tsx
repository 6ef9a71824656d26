import { Link } from "@tanstack/react-router";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useAction } from "../../api/use-action.ts";
import { useOperation } from "../../api/use-operation.ts";
import { DeploymentBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";

/** One button, and the build's progress. */
export function DeployStep() {
  const { data } = useOperation(
    "listDeployments",
    { query: { target: "development", limit: 1 } },
    { refetchInterval: 1_000 },
  );
  const deploy = useAction("createDeployment");
  const reason = useDisabledReason("createDeployment");
  const latest = data?.items[0];
  const isRunning = latest !== undefined && ["queued", "building", "activating"].includes(latest.status);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          kind="primary"
          busy={deploy.isPending || isRunning}
          disabledReason={reason}
          onClick={() => deploy.mutate({ body: { message: "First steps" } })}
        >
          Deploy to Development
        </Button>
        {latest && (
          <span className="flex items-center gap-2 text-sm text-muted">
            <DeploymentBadge status={latest.status} />
            {isRunning && latest.progress.step}
            {latest.status === "failed" && (
              <Link to="/deployments/$deploymentId" params={{ deploymentId: latest.id }} className="link">
                See why
              </Link>
            )}
          </span>
        )}
      </div>
      {deploy.error && <ErrorNote error={deploy.error} />}
    </div>
  );
}
