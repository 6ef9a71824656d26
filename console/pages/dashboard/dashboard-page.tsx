import { keepPreviousData } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useOperation, type AnswerOf } from "../../api/use-operation.ts";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { Segmented } from "../../components/button/segmented.tsx";
import { Skeleton } from "../../components/states.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { choicesOf } from "../../components/choose/choices-of.ts";
import { FirstStepsCard } from "../start/first-steps-card.tsx";
import { ActiveDeployments } from "./active-deployments.tsx";
import { BusiestFunctions } from "./busiest-functions.tsx";
import { Crons } from "./crons.tsx";
import { NeedsAttention } from "./needs-attention.tsx";
import { RecentChanges } from "./recent-changes.tsx";
import { TopCallers } from "./top-callers.tsx";
import { TrafficCharts } from "./traffic-charts.tsx";
import { TrafficNumbers } from "./traffic-numbers.tsx";
import { Workers } from "./workers.tsx";

const windows = choicesOf({ "1h": "1 hour", "24h": "24 hours", "7d": "7 days" });

const readAgainMs = 10_000;

const Pending = () => (
  <div role="status" aria-label="Loading" className="grid gap-4">
    <Skeleton className="h-[5.375rem]" />
    <div className="grid gap-4 lg:grid-cols-2">
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
    <Skeleton className="h-64" />
  </div>
);

/** What is live, what has changed, and what will run where. */
const State = ({ dashboard }: { dashboard: AnswerOf<"getDashboard"> }) => (
  <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-4">
    <ActiveDeployments dashboard={dashboard} />
    <RecentChanges />
    <Crons dashboard={dashboard} />
    <Workers workers={dashboard.workers} />
  </div>
);

/** How the Project is doing in one environment: traffic, Functions, deployments, recent changes, and the workers. */
export function DashboardPage() {
  const environment = useEnvironment();
  const { window = "24h" } = useSearch({ from: "/" });
  const navigate = useNavigate();
  const { data, error, refetch } = useOperation(
    "getDashboard",
    { query: { environment, window } },
    { refetchInterval: readAgainMs, placeholderData: keepPreviousData },
  );
  return (
    <Page
      title="Dashboard"
      description={`Calls in ${environmentNames[environment]}, without tests of drafts.`}
      actions={
        <Segmented
          label="Time range"
          value={window}
          choices={windows}
          onChange={(next) =>
            void navigate({ to: "/", search: (now) => ({ ...now, window: next === "24h" ? undefined : next }) })
          }
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
            <TrafficCharts dashboard={data} />
            <div className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
              <BusiestFunctions
                title="Most called"
                by="calls"
                functions={data.busiest}
                dashboard={data}
                empty="No Functions were called in this period."
              />
              <BusiestFunctions
                title="Most failures"
                by="failed"
                functions={data.failing}
                dashboard={data}
                empty="No Functions failed in this period."
              />
              <div className="lg:col-span-2 2xl:col-span-1">
                <TopCallers dashboard={data} />
              </div>
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
