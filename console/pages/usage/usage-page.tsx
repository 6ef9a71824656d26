import { useNavigate, useSearch } from "@tanstack/react-router";
import { ChartColumn, Download } from "lucide-react";
import { download } from "../../api/download.ts";
import { useOperation } from "../../api/use-operation.ts";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { Page } from "../../components/page.tsx";
import { Segmented } from "../../components/button/segmented.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import { EmptyState, Skeleton, SkeletonRows } from "../../components/states.tsx";
import { Table } from "../../components/table/table.tsx";
import { environmentNames } from "../../shell/environment/environment-names.ts";
import { useEnvironment } from "../../shell/environment/environment.ts";
import { CompareWith } from "../traffic/compare-with.tsx";
import { usageBy, usageWindows, type UsageBy } from "./search.ts";
import { beforeName } from "./usage-by-day.ts";
import { usageColumns, type UsageRow } from "./usage-columns.tsx";

const UsageChart = lazyPart(() => import("./usage-chart.tsx"), "UsageChart", <Skeleton className="h-[16.75rem]" />);

const words: Record<UsageBy, string> = { day: "Day", caller: "Caller", tenant: "Tenant", tool: "Tool", kind: "Kind" };
const dayMs = 86_400_000;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const keyOfRow = ({ day, caller, tenantId, tool, kind }: UsageRow): string =>
  [day, caller?.kind, caller?.issuer, caller?.subject ?? caller?.id, tenantId, tool?.bindingId, tool?.name, kind].join(
    " ",
  );

/** Picks the rows, how far back they reach, and what the chart compares. */
function Choices() {
  const { days = "30d", by = "day", compare = false } = useSearch({ from: "/usage" });
  const navigate = useNavigate({ from: "/usage" });
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <Segmented
        label="What the rows are"
        value={by}
        choices={usageBy.map((value) => ({ value, label: words[value] }))}
        onChange={(next) => void navigate({ search: (was) => ({ ...was, by: next === "day" ? undefined : next }) })}
      />
      <Segmented
        label="How far back"
        value={days}
        choices={usageWindows.map((value) => ({ value, label: `${Number.parseInt(value, 10)} days` }))}
        onChange={(next) => void navigate({ search: (was) => ({ ...was, days: next === "30d" ? undefined : next }) })}
      />
      <CompareWith
        name={beforeName(Number.parseInt(days, 10))}
        isOn={compare}
        onChange={(next) => void navigate({ search: (was) => ({ ...was, compare: next }) })}
      />
    </div>
  );
}

/** Calls in one environment, by day, caller, tenant, tool or kind. */
export function UsagePage() {
  const { days = "30d", by = "day", compare = false } = useSearch({ from: "/usage" });
  const environment = useEnvironment();
  const now = Date.now();
  const range = { environment, from: dayOf(now - (Number.parseInt(days, 10) - 1) * dayMs), to: dayOf(now) };
  const { data, error, refetch } = useOperation("getUsage", { query: { ...range, by } });
  const save = () => download("/api/usage/export", { ...range, by: usageBy.join(",") });
  return (
    <Page
      title="Usage"
      description={`Calls in ${environmentNames[environment]}, by day in UTC. Tests are not counted.`}
      actions={
        <Button icon={Download} onClick={save}>
          Download CSV
        </Button>
      }
    >
      <Choices />
      {error && data === undefined && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {(data === undefined ? !error : data.items.length > 0) && (
        <div className="mb-4">
          <UsageChart environment={environment} range={range} compare={compare} />
        </div>
      )}
      {data === undefined && !error && <SkeletonRows rows={8} />}
      {data?.items.length === 0 && (
        <EmptyState icon={ChartColumn} title="No calls">
          Nobody has called this Project in {environmentNames[environment]} in these {Number.parseInt(days, 10)} days.
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <Table
          label={`Usage by ${words[by].toLowerCase()}`}
          columns={usageColumns(by, range)}
          rows={data.items}
          rowKey={keyOfRow}
        />
      )}
      {data?.truncated === true && (
        <p className="mt-3 text-sm text-muted">These are the first 1,000 rows. The download has more.</p>
      )}
    </Page>
  );
}
