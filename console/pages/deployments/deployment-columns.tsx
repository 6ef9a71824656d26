import { Link } from "@tanstack/react-router";
import { Badge, DeploymentBadge, EnvironmentBadge } from "../../components/badge.tsx";
import { duration } from "../../components/format.ts";
import { RunsIn } from "../../components/runs-in.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { timeColumn } from "../../components/table/time-column.tsx";
import { shortSha } from "./commit.tsx";
import { ChangeCount } from "./change-list.tsx";
import { isRunning, kindNames, type Deployment } from "./words.ts";

const progressOf = ({ progress: { done, total, step } }: Deployment) =>
  total > 0 && step !== "queued" ? `${done} of ${total}` : "";

export const deploymentColumns: readonly Column<Deployment>[] = [
  {
    id: "number",
    header: "Deployment",
    width: "8rem",
    cell: ({ id, number, kind }) => (
      <Link to="/deployments/$deploymentId" params={{ deploymentId: id }} className="font-medium hover:underline">
        #{number} {kindNames[kind].toLowerCase()}
      </Link>
    ),
  },
  {
    id: "target",
    header: "Environment",
    width: "8rem",
    from: "sm",
    cell: ({ target }) => <EnvironmentBadge environment={target} />,
  },
  {
    id: "status",
    header: "Status",
    width: "11rem",
    cell: (deployment) => (
      <span className="flex items-center gap-2">
        {deployment.active ? (
          <RunsIn live places={[{ environment: deployment.target }]} />
        ) : (
          <DeploymentBadge status={deployment.status} />
        )}
        {isRunning(deployment) && <span className="text-xs text-muted">{progressOf(deployment)}</span>}
      </span>
    ),
  },
  {
    id: "message",
    header: "Purpose",
    from: "md",
    cell: ({ message, error, status, requestedBy, commit }) =>
      status === "failed" && error !== null ? (
        <span className="text-bad" title={error.message}>
          {error.message}
        </span>
      ) : (
        <span title={message}>
          {message}{" "}
          <span className="text-muted">
            {commit !== null && <>{shortSha(commit)} · </>}
            {requestedBy?.email ?? "system"}
          </span>
        </span>
      ),
  },
  {
    id: "changes",
    header: "Changes",
    width: "10rem",
    from: "lg",
    cell: ({ changeCounts, status }) =>
      status === "completed" ? (
        <span className="flex items-center gap-2">
          <ChangeCount counts={changeCounts} />
          {changeCounts.breaking > 0 && <Badge tone="bad">breaking</Badge>}
        </span>
      ) : null,
  },
  {
    id: "duration",
    header: "Took",
    align: "end",
    width: "5.5rem",
    from: "md",
    cell: ({ durationMs }) => (durationMs === null ? "" : duration(durationMs)),
  },
  timeColumn("createdAt", "Requested", { width: "7rem", from: "sm" }),
];
