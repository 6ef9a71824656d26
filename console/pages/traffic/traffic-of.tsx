import type { ReactNode } from "react";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Skeleton } from "../../components/states.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import type { TrafficSearch } from "./search.ts";
import { TrafficCharts } from "./traffic-charts.tsx";
import { TrafficRange } from "./traffic-range.tsx";
import { useTraffic, type TrafficFilter } from "./use-traffic.ts";

/** Takes the place of the charts while they load. */
export const trafficPending = (
  <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
    <Skeleton className="h-72" />
    <Skeleton className="h-72" />
  </div>
);

interface TrafficOfProps {
  filter: TrafficFilter;
  search: TrafficSearch;
  onChange: (change: TrafficSearch) => void;
  /** Whose calls, if that is not the page's own thing. */
  children?: ReactNode;
}

/** Calls and latency of a Function, an endpoint or a binding over a chosen range, each step with its executions. */
export function TrafficOf({ filter, search, onChange, children }: TrafficOfProps) {
  const environment = useEnvironment();
  const { data, error, refetch } = useTraffic(filter, search);
  return (
    <section aria-label="Calls over time" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="text-sm font-semibold">Calls over time in {environmentNames[environment]}</h2>
        {children}
        <div className="ml-auto flex flex-wrap gap-2">
          <TrafficRange search={search} onChange={onChange} />
        </div>
      </div>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data ? <TrafficCharts traffic={data} before={data.before} filter={filter} /> : !error && trafficPending}
    </section>
  );
}
