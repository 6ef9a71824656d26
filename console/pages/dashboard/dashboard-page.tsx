import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { Skeleton } from "../../components/states.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { FirstStepsCard } from "../start/first-steps-card.tsx";
import { TrafficCharts } from "../traffic/traffic-charts.tsx";
import { TrafficRange } from "../traffic/traffic-range.tsx";
import { readAgainMs, useTraffic } from "../traffic/use-traffic.ts";
import { ActiveDeployments } from "./active-deployments.tsx";
import { BusiestFunctions } from "./busiest-functions.tsx";
import { Crons } from "./crons.tsx";
import { FailingEndpoints, FailingFunctions } from "./failing.tsx";
import { NeedsAttention } from "./needs-attention.tsx";
import { RecentChanges } from "./recent-changes.tsx";
import { TopCallers } from "./top-callers.tsx";
import { TrafficNumbers } from "./traffic-numbers.tsx";
import { Workers } from "./workers.tsx";

const Pending = () => (
  <div role="status" aria-label="Loading" className="grid gap-4">
    <Skeleton className="h-[5.375rem]" />
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
    <Skeleton className="h-64" />
  </div>
);

/** What is live, what has changed, and what will run where. */
const State = ({ dashboard }: { dashboard: AnswerOf<"getDashboard"> }) => (
  <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 xl:grid-cols-4">
    <ActiveDeployments dashboard={dashboard} />
    <RecentChanges />
    <Crons dashboard={dashboard} />
    <Workers workers={dashboard.workers} />
  </div>
);

/** How the Project is doing in one environment: traffic, Functions, deployments, recent changes, and the workers. */
export function DashboardPage() {
  const environment = useEnvironment();
  const search = useSearch({ from: "/" });
  const { window = "24h", compare = false } = search;
  const navigate = useNavigate();
  const { data, error, refetch } = useOperation(
    "getDashboard",
    { query: { environment, window } },
    { refetchInterval: readAgainMs, placeholderData: keepPreviousData },
  );
  const { data: compared } = useTraffic({}, search, { enabled: compare });
  // The charts then show one answer with both times, so that their steps are the same.
  const isCompared = compare && compared?.window === data?.window && compared?.environment === data?.environment;
  return (
    <Page
      title="Dashboard"
      description={`Calls in ${environmentNames[environment]}, without tests of drafts.`}
      actions={
        <TrafficRange
          search={search}
          onChange={(change) => void navigate({ to: "/", search: (now) => ({ ...now, ...change }) })}
        />
      }
    >
      <div className="grid gap-4">
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {data ? (
          <>
            <NeedsAttention environment={environment} />
            {data.calls === 0 && <FirstStepsCard />}
            <TrafficNumbers dashboard={data} />
            {isCompared && compared ? (
              <TrafficCharts traffic={compared} before={compared.before} />
            ) : (
              <TrafficCharts traffic={data} />
            )}
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
              <BusiestFunctions dashboard={data} />
              <TopCallers dashboard={data} />
              <FailingFunctions dashboard={data} />
              <FailingEndpoints dashboard={data} />
            </div>
            <State dashboard={data} />
          </>
        ) : (
          !error && <Pending />
        )}
      </div>
    </Page>
  );
}
