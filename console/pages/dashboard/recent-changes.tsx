import { Link } from "@tanstack/react-router";
import { useMe } from "../../api/session.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Card } from "../../components/card.tsx";
import { Skeleton } from "../../components/states.tsx";
import { Time } from "../../components/time.tsx";

const shown = 6;
/** Actions that change nothing: sign-ins and sign-outs, views and test runs. */
const leftOut =
  /^(?:auth\.|session\.|project\.select$|function\.test$|cron-binding\.run$|execution\.)|\.(?:export|reveal)$/;

interface Change {
  id: string;
  what: string;
  who: string;
  at: string;
}

/** Taken from the audit log for users who may read it, and from the deployments for everyone else. */
function useChanges(): { changes: Change[] | undefined; hasAudit: boolean } {
  const { activeProject } = useMe();
  const hasAudit = useDisabledReason("listAuditEvents") === null;
  const projectId = activeProject?.id ?? "";
  const audit = useOperation(
    "listAuditEvents",
    { query: { projectId, outcome: "success", limit: 50 } },
    { enabled: hasAudit },
  );
  const deployments = useOperation("listDeployments", { query: { limit: shown } }, { enabled: !hasAudit });
  const fromAudit = audit.data?.items
    .filter((event) => !leftOut.test(event.action))
    .slice(0, shown)
    .map(({ id, action, target, actor, at }) => ({
      id,
      what: [action.replaceAll(/[.-]/g, " "), target.name].filter(Boolean).join(" · "),
      who: actor.email ?? actor.kind,
      at,
    }));
  const fromDeployments = deployments.data?.items.map(({ id, kind, number, status, requestedBy, createdAt }) => ({
    id,
    what: `${kind} #${number} · ${status}`,
    who: requestedBy?.email ?? "system",
    at: createdAt,
  }));
  return { changes: hasAudit ? fromAudit : fromDeployments, hasAudit };
}

/** What people changed recently. */
export function RecentChanges() {
  const { changes, hasAudit } = useChanges();
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
          {changes.map(({ id, what, who, at }) => (
            <li key={id} className="grid grid-cols-[1fr_auto] gap-x-3">
              <span className="truncate first-letter:uppercase">{what}</span>
              <span className="text-xs text-muted">
                <Time at={at} />
              </span>
              <span className="truncate text-xs text-muted">{who}</span>
            </li>
          ))}
          {changes.length === 0 && <li className="text-muted">Nothing yet.</li>}
        </ul>
      )}
    </Card>
  );
}
