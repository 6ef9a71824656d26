import { environments } from "@ferrule/contract/states.ts";
import { Link } from "@tanstack/react-router";
import { Pin } from "lucide-react";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Badge, EnvironmentBadge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { Time } from "../../components/time.tsx";

/** What each environment serves now. */
export const ActiveDeployments = ({ dashboard }: { dashboard: AnswerOf<"getDashboard"> }) => (
  <Card title="Live now">
    <ul className="grid gap-3">
      {environments.map((environment) => {
        const active = dashboard.activeDeployments.find((each) => each.environment === environment);
        return (
          <li key={environment} className="grid justify-items-start gap-1 text-sm">
            <EnvironmentBadge environment={environment} />
            {active ? (
              <span className="flex flex-wrap items-center gap-x-2 text-muted">
                <Link
                  to="/deployments/$deploymentId"
                  params={{ deploymentId: active.deploymentId }}
                  className="font-medium text-ink hover:underline"
                >
                  #{active.number} {active.kind}
                </Link>
                <Time at={active.since} />
                {active.pinned && (
                  <Badge tone="warn" icon={Pin}>
                    pinned
                  </Badge>
                )}
                <Link to="/deployments" search={{ ask: "rollback", of: active.deploymentId }} className="link">
                  Roll back
                </Link>
              </span>
            ) : (
              <span className="text-muted">
                Nothing yet.{" "}
                {environment === "production" ? "Release what runs in Development." : "Deploy your drafts."}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  </Card>
);
