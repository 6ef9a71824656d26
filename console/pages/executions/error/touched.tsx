import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card } from "../../../components/card.tsx";
import { counted } from "../../../components/format.ts";
import { TargetName } from "../../../components/show/target-name.tsx";
import { callerFilter, callerText } from "../caller-text.ts";
import type { ExecutionsSearch } from "../search.ts";
import type { ErrorGroup } from "./error-group.ts";

interface Part {
  key: string;
  name: ReactNode;
  count: number;
  /** What finds its executions; null: nothing does. */
  search: ExecutionsSearch | null;
}

function Parts({ title, parts, within }: { title: string; parts: readonly Part[]; within: ExecutionsSearch }) {
  if (parts.length === 0) return null;
  return (
    <section aria-label={title} className="grid grid-cols-1 content-start gap-1">
      <h3 className="text-xs font-medium text-muted">{title}</h3>
      <ul className="grid grid-cols-1 gap-0.5">
        {parts.map(({ key, name, count, search }) => (
          <li key={key} className="flex items-baseline gap-3">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {search === null ? (
              <span className="text-muted">{count}</span>
            ) : (
              <Link
                to="/executions"
                search={{ ...within, ...search }}
                className="link inline-block min-w-6 text-right leading-6"
              >
                {count}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The parts of each list, each with what finds its executions. */
const listsOf = ({ callers, tenants, targets, deployments }: ErrorGroup): [string, Part[]][] => [
  [
    "Callers",
    callers.map(({ caller, count }) => {
      const filter = callerFilter(caller);
      const search = filter === null ? null : { caller: filter };
      return { key: filter ?? caller.kind, name: callerText(caller), count, search };
    }),
  ],
  ["Tenants", tenants.map(({ tenantId, count }) => ({ key: tenantId, name: tenantId, count, search: { tenantId } }))],
  [
    "Tools and routes",
    targets.map(({ bindingId, called, count }) => ({
      key: bindingId,
      name: <TargetName target={called} />,
      count,
      search: { bindingId },
    })),
  ],
  [
    "Deployments",
    deployments.map(({ deploymentId, number, count }) => ({
      key: deploymentId,
      name: (
        <Link to="/deployments/$deploymentId" params={{ deploymentId }} className="link inline-block min-w-6 leading-6">
          {number === null ? "deleted" : `#${number}`}
        </Link>
      ),
      count,
      search: { deploymentId },
    })),
  ],
];

/** Whom and what an error touches; each number leads to its executions. @param within finds all of them */
export function Touched({ group, within }: { group: ErrorGroup; within: ExecutionsSearch }) {
  const { looked, count } = group;
  return (
    <Card title="Whom it touches">
      {looked === 0 ? (
        <p className="text-sm text-muted">None of its executions in this range are in the database.</p>
      ) : (
        <div className="grid gap-3 text-sm">
          <p className="text-xs text-muted">
            {looked < count
              ? `Of its newest ${counted(looked, "execution")}.`
              : `Of all ${counted(looked, "execution")}.`}
          </p>
          <div className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
            {listsOf(group).map(([title, parts]) => (
              <Parts key={title} title={title} parts={parts} within={within} />
            ))}
          </div>
        </div>
      )}
    </Card>
  );
}
