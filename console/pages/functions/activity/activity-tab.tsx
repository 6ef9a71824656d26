import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { usePages, type AnswerOf } from "../../../api/use-operation.ts";
import { EnvironmentBadge } from "../../../components/badge.tsx";
import { Card } from "../../../components/card.tsx";
import { ErrorNote } from "../../../components/show/error-note.tsx";
import { List } from "../../../components/table/list.tsx";
import { EmptyState, Skeleton } from "../../../components/states.tsx";
import { Time } from "../../../components/time.tsx";
import { environmentNames } from "../../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../../shell/environment/environment.ts";
import { usualColumns } from "../../executions/chosen-columns.ts";
import { executionColumns } from "../../executions/execution-columns.tsx";
import { TrafficOf } from "../../traffic/traffic-of.tsx";
import { RecentRuns } from "../../runs/recent-runs.tsx";
import { BoundAs } from "./bound-as.tsx";
import { TrafficTable } from "./traffic-table.tsx";
import { useActivity } from "./use-activity.ts";

const columns = executionColumns.filter(({ id }) => usualColumns.includes(id));

type Activity = AnswerOf<"getFunctionActivity">;

/** The revision that each environment serves, and the draft. */
function Revisions({ activity }: { activity: Activity }) {
  const { serving, revision } = activity;
  return (
    <ul>
      {(["production", "development"] as const).map((environment) => {
        const served = serving.find((one) => one.environment === environment);
        return (
          <li
            key={environment}
            className="flex flex-wrap items-center gap-x-2.5 border-b border-line px-4 py-2 text-sm"
          >
            <EnvironmentBadge environment={environment} />
            {served === undefined ? (
              <span className="text-muted">Not deployed</span>
            ) : (
              <>
                <span className="font-medium">Revision {served.revision}</span>
                <span className="ml-auto text-xs text-muted">
                  <Link to="/deployments/$deploymentId" params={{ deploymentId: served.deploymentId }} className="link">
                    #{served.number}
                  </Link>
                  , <Time at={served.since} />
                </span>
              </>
            )}
          </li>
        );
      })}
      <li className="flex items-center gap-2.5 px-4 py-2 text-sm">
        <span className="text-xs text-muted">Draft</span>
        <span className="font-medium">Revision {revision}</span>
      </li>
    </ul>
  );
}

function Charts({ functionId }: { functionId: string }) {
  const search = useSearch({ from: "/functions/$functionId" });
  const navigate = useNavigate({ from: "/functions/$functionId" });
  return (
    <TrafficOf
      filter={{ functionId }}
      search={search}
      onChange={(change) =>
        void navigate({ search: (now) => ({ ...now, ...change }), replace: true, resetScroll: false })
      }
    />
  );
}

/** A Function in use: its calls over time, where it runs, its bindings, and the latest calls. */
export function ActivityTab({ functionId }: { functionId: string }) {
  const environment = useEnvironment();
  const { data, error, refetch } = useActivity(functionId);
  const pages = usePages("listExecutions", { query: { functionId, environment, limit: 10 } });
  const place = environmentNames[environment];
  if (data === undefined)
    return error ? <ErrorNote error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-96" />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Charts functionId={functionId} />
      <div className="grid items-start gap-4 lg:grid-cols-3">
        <Card title={`Calls in ${place}`} flush>
          <TrafficTable day={data.day} week={data.week} />
        </Card>
        <Card title="Live revisions" flush>
          <Revisions activity={data} />
        </Card>
        <Card title="Bound as" flush>
          <BoundAs activity={data} />
        </Card>
      </div>
      <RecentRuns functionId={functionId} environment={environment} />
      <section aria-label="Recent executions" className="grid gap-2">
        <div className="flex items-baseline gap-3">
          <h2 className="text-sm font-semibold">Recent executions in {place}</h2>
          <Link to="/executions" search={{ functionId }} className="link text-xs">
            All executions
          </Link>
        </div>
        <List
          label="Recent executions"
          columns={columns}
          pages={pages}
          rowKey={({ id }) => id}
          empty={<EmptyState title={`No calls in ${place} yet`}>Calls and tests appear here when they end.</EmptyState>}
        />
      </section>
    </div>
  );
}
