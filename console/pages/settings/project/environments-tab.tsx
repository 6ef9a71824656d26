import { Link } from "@tanstack/react-router";
import { Pin } from "lucide-react";
import { useOperation } from "../../../api/use-operation.ts";
import { Badge, EnvironmentBadge } from "../../../components/badge.tsx";
import { Card, Facts } from "../../../components/card.tsx";
import { Address } from "../../../components/show/address.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { ShortId } from "../../../components/button/short-id.tsx";
import { Skeleton } from "../../../components/states.tsx";

/** What each environment of the Project serves, and where. */
export function EnvironmentsTab() {
  const { data, error, refetch } = useOperation("listEnvironments", {});
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      {data === undefined
        ? ["development", "production"].map((name) => <Skeleton key={name} className="h-48" />)
        : data.items.map(({ name, activeDeploymentId, pinned, urls }) => (
            <Card key={name} title={<EnvironmentBadge environment={name} />}>
              <Facts
                items={[
                  [
                    "Serves",
                    activeDeploymentId === null ? (
                      <span className="text-muted">
                        Nothing has been {name === "production" ? "released" : "deployed"} yet
                      </span>
                    ) : (
                      <span key="serves" className="flex flex-wrap items-center gap-2">
                        <Link
                          to="/deployments/$deploymentId"
                          params={{ deploymentId: activeDeploymentId }}
                          className="link"
                        >
                          View deployment
                        </Link>
                        <ShortId id={activeDeploymentId} />
                        {pinned && (
                          <Badge tone="warn" icon={Pin}>
                            Pinned
                          </Badge>
                        )}
                      </span>
                    ),
                  ],
                  ["MCP", <Address key="mcp" url={urls.mcp} label="Copy the MCP address" />],
                  ["HTTP", <Address key="http" url={urls.http} label="Copy the HTTP address" />],
                ]}
              />
              <p className="mt-3 text-xs text-muted">
                {pinned
                  ? "Pinned by a rollback. Only a release or another rollback changes it."
                  : name === "production"
                    ? "Changes when you release a completed deployment. It has its own secrets, policies and data."
                    : "Changes with each deployment of your drafts. It has its own secrets, policies and data."}
              </p>
            </Card>
          ))}
    </div>
  );
}
