import { Link } from "@tanstack/react-router";
import type { Environment } from "@ferrule/contract/states.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { classNames } from "../../components/class-names.ts";
import { ShortId } from "../../components/button/short-id.tsx";
import { Skeleton } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { kindNames } from "./words.ts";

interface SideProps {
  title: "Current" | "Target";
  /** Null when it serves nothing. */
  deploymentId: string | null;
  environment: Environment;
  pinned?: boolean;
}

/** One side of a release or rollback: the present deployment, or its replacement. */
export function Side({ title, deploymentId, environment, pinned = false }: SideProps) {
  const { data } = useOperation(
    "getDeployment",
    { params: { projectDeploymentId: deploymentId ?? "" } },
    { enabled: deploymentId !== null },
  );
  const isTarget = title === "Target";
  return (
    <section
      className={classNames(
        "min-w-0 rounded-md border p-3",
        isTarget && environment === "production"
          ? "border-production-line bg-production-soft"
          : "border-line bg-surface",
      )}
    >
      <h3 className="mb-1.5 flex items-center gap-2 text-xs font-medium text-muted">
        {title}
        {pinned && <Badge tone="warn">pinned</Badge>}
      </h3>
      {deploymentId === null ? (
        <p className="text-sm text-muted">Nothing is live. Callers get 404.</p>
      ) : data ? (
        <div className="grid gap-1 text-sm">
          <p className="font-semibold">
            <Link to="/deployments/$deploymentId" params={{ deploymentId }} className="hover:underline">
              #{data.number}
            </Link>{" "}
            <span className="font-normal text-muted">{kindNames[data.kind].toLowerCase()}</span>
          </p>
          {data.message !== "" && <p className="break-words">{data.message}</p>}
          <p className="text-muted">
            {data.requestedBy?.email ?? "system"} · <Time at={data.finishedAt ?? data.createdAt} />
          </p>
          {data.digest !== null && (
            <p className="flex items-center gap-1 text-xs text-muted">
              artifact <ShortId id={data.digest.slice(0, 12)} label="Copy digest" />
            </p>
          )}
        </div>
      ) : (
        <Skeleton className="h-20" />
      )}
    </section>
  );
}
