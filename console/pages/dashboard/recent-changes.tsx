import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMe } from "../../api/session.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Card } from "../../components/card.tsx";
import { Skeleton } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";
import { auditSentence } from "../audit/audit-sentence.ts";

const shown = 6;
/** Actions that change nothing: sign-ins and sign-outs, views and test runs. */
const leftOut =
  /^(?:auth\.|session\.|project\.select$|function\.test$|cron-binding\.run$|execution\.)|\.(?:export|reveal)$/;

/** From the audit log, each as a sentence that leads to its event. Undefined while they are loading. */
function useAudited(enabled: boolean): Change[] | undefined {
  const { activeProject } = useMe();
  const projectId = activeProject?.id ?? "";
  const { data } = useOperation(
    "listAuditEvents",
    { query: { projectId, outcome: "success", limit: 50 } },
    { enabled },
  );
  return data?.items
    .filter((event) => !leftOut.test(event.action))
    .slice(0, shown)
    .map((event) => {
      const { before, name, after } = auditSentence(event);
      const said = `${before}${name ?? ""}${after}`;
      return {
        id: event.id,
        what: (
          <Link
            to="/audit"
            search={{ event: event.id }}
            className="line-clamp-2 break-words hover:underline"
            title={said}
          >
            {said}
          </Link>
        ),
        at: event.at,
      };
    });
}

/** From the deployments, for users who may not read the audit log. */
function useDeployed(enabled: boolean): Change[] | undefined {
  const { data } = useOperation("listDeployments", { query: { limit: shown } }, { enabled });
  return data?.items.map(({ id, kind, number, status, requestedBy, createdAt }) => ({
    id,
    what: (
      <>
        <Link
          to="/deployments/$deploymentId"
          params={{ deploymentId: id }}
          className="block truncate first-letter:uppercase hover:underline"
        >
          {kind} #{number} · {status}
        </Link>
        <span className="block truncate text-xs text-muted">{requestedBy?.email ?? "system"}</span>
      </>
    ),
    at: createdAt,
  }));
}

interface Change {
  id: string;
  what: ReactNode;
  at: string;
}

/** What people changed recently. */
export function RecentChanges() {
  const hasAudit = useDisabledReason("listAuditEvents") === null;
  const [audited, deployed] = [useAudited(hasAudit), useDeployed(!hasAudit)];
  const changes = hasAudit ? audited : deployed;
  return (
    <Card
      title="Recent changes"
      actions={
        <Link
          to={hasAudit ? "/audit" : "/deployments"}
          className="link inline-block min-w-6 text-center text-xs leading-6"
        >
          All
        </Link>
      }
    >
      {changes === undefined ? (
        <Skeleton className="h-44" />
      ) : (
        <ul className="grid gap-2 text-sm">
          {changes.map(({ id, what, at }) => (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
              <div>{what}</div>
              <span className="text-xs text-muted">
                <Time at={at} />
              </span>
            </li>
          ))}
          {changes.length === 0 && <li className="text-muted">Nothing yet.</li>}
        </ul>
      )}
    </Card>
  );
}
