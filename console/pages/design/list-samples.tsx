import { executionStatuses } from "@ferrule/contract/states.ts";
import { Activity, RotateCw } from "lucide-react";
import { useState } from "react";
import { ExecutionBadge } from "../../components/badge.tsx";
import { Button } from "../../components/button/button.tsx";
import { ListBar } from "../../components/filter/list-bar.tsx";
import { duration } from "../../components/format.ts";
import { List } from "../../components/table/list.tsx";
import { TenantButtons } from "../../components/filter/tenant-buttons.tsx";
import { PlaceBar } from "../../components/filter/place-bar.tsx";
import { EmptyState } from "../../components/states.tsx";
import { actionsColumn } from "../../components/table/actions-column.tsx";
import type { Column } from "../../components/table/table-column.ts";
import type { BulkProps } from "../../components/table/table.tsx";
import { timeColumn } from "../../components/table/time-column.tsx";
import { BulkBar } from "../bulk/bulk-bar.tsx";
import { sampleSource } from "./sample-source.ts";
import { Samples } from "./sample.tsx";

interface Call {
  id: string;
  name: string;
  status: (typeof executionStatuses)[number];
  ms: number;
  startedAt: string | null;
}

const calls: Call[] = executionStatuses.map((status, index) => ({
  id: `exe_0m4h2k7q9v1c3x5z8b6n4m2${index}`,
  name: ["Look up order", "Search customers", "Convert amount", "Summarize day", "Look up order"][index] ?? "",
  status,
  ms: [12.4, 380, 5_000, 0.8, 61_200][index] ?? 0,
  startedAt: index === 0 ? null : "2026-11-20T08:15:30.000Z",
}));

const columns: readonly Column<Call>[] = [
  { id: "name", header: "Function", sort: "name", cell: ({ name }) => <span className="font-medium">{name}</span> },
  { id: "status", header: "Status", width: "8.5rem", cell: ({ status }) => <ExecutionBadge status={status} /> },
  { id: "ms", header: "Duration", width: "7rem", align: "end", cell: ({ ms }) => duration(ms) },
  timeColumn("startedAt", "Started"),
  actionsColumn(({ name }) => [{ icon: RotateCw, label: `Run ${name} again`, onClick: () => undefined }]),
];

const offered = [
  {
    name: "status",
    label: "Status",
    choices: executionStatuses.map((value) => ({ value, label: value.replace("_", " ") })),
  },
  {
    name: "source",
    label: "Source",
    choices: [
      { value: "mcp", label: "MCP" },
      { value: "cron", label: "Cron" },
    ],
  },
  { name: "functionId", label: "Function", pick: sampleSource },
  { name: "tenantId", label: "Tenant", placeholder: "default" },
];

const nothing = () => undefined;

const CallsBulk = (props: BulkProps<Call>) => (
  <BulkBar
    {...props}
    noun={["call", "calls"]}
    nameOf={({ name }) => name}
    acts={[
      {
        verb: "Run again",
        done: "run again",
        icon: RotateCw,
        operation: "getMe",
        forbidden: null,
        takes: ({ status }) => status !== "succeeded",
        none: "All of them succeeded.",
        description: "Each runs with the same input.",
        kind: "primary",
        call: async ({ status }) => {
          if (status === "failed") throw new Error("A sample of an error");
        },
      },
    ]}
  />
);

/** Filters, and a list in each of its states. */
export function ListSamples({ theme }: { theme: string }) {
  const [filters, setFilters] = useState<Record<string, string | undefined>>({ status: "failed" });
  const [tenantId, setTenant] = useState("acme");
  const [sort, setSort] = useState("name");
  const list = (name: string, items: readonly Call[] | undefined, error: Error | null, hasMore = false) => (
    <List
      label={`${name}, ${theme}`}
      columns={columns}
      pages={{ items, error, hasMore, more: nothing, refetch: nothing }}
      rowKey={({ id }) => id}
      openKey={calls[1]?.id}
      sort={sort}
      onSort={setSort}
      onOpen={nothing}
      Bulk={CallsBulk}
      empty={
        <EmptyState icon={Activity} title="No calls yet" action={<Button>Try it</Button>}>
          Calls appear here within a second of their answer.
        </EmptyState>
      }
    />
  );
  const place = { tenantId, onTenant: setTenant, tenants: sampleSource, things: "records" };
  return (
    <>
      <Samples title="Filters, and a list: j and k move, Enter opens, x selects">
        <ListBar
          label="Search calls"
          typed={filters["q"] ?? ""}
          filters={offered}
          values={filters}
          onChange={(change) => setFilters({ ...filters, ...change })}
        />
        {list("Sample calls", calls, null, true)}
      </Samples>
      <Samples title="With data">
        <PlaceBar environment="development" {...place} />
        <PlaceBar environment="production" {...place} />
        <TenantButtons tenants={["acme", "globex"]} hasMore onTenant={setTenant} />
      </Samples>
      <Samples title="Empty">{list("No calls", [], null)}</Samples>
      <Samples title="Loading">
        <div inert>{list("Calls, loading", undefined, null)}</div>
      </Samples>
      <Samples title="Failed, on first load and later">
        {list("Calls that failed", undefined, new Error("Temporarily unavailable. Try again shortly."))}
        {list("Earlier calls", calls.slice(0, 2), new Error("Temporarily unavailable. Try again shortly."))}
      </Samples>
    </>
  );
}
