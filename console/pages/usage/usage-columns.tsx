import { Link } from "@tanstack/react-router";
import type { ExecutionsSearch } from "../executions/search.ts";
import { executionsOf, type DayRange } from "./executions-of.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { count, duration } from "../../components/format.ts";
import { TargetName } from "../../components/show/target-name.tsx";
import type { Column } from "../../components/table/table-column.ts";
import type { UsageBy } from "./search.ts";

export type UsageRow = AnswerOf<"getUsage">["items"][number];

const kinds: Record<NonNullable<UsageRow["caller"]>["kind"], string> = {
  anonymous: "Anonymous",
  "api-key": "Key",
  jwt: "Token",
  user: "User",
  cron: "Cron",
  webhook: "Webhook",
};

function Caller({ caller }: { caller: UsageRow["caller"] }) {
  if (caller === null) return null;
  const { kind, name, id, subject } = caller;
  return (
    <>
      {kind !== "anonymous" && <span className="font-medium">{name ?? subject ?? id} </span>}
      <span className={kind === "anonymous" ? "" : "text-xs text-muted"}>{kinds[kind]}</span>
    </>
  );
}

const kindNames: Record<NonNullable<UsageRow["kind"]>, string> = {
  tool: "Tools",
  resource: "Resources",
  prompt: "Prompts",
  route: "Routes",
};

/** A number that leads to the executions that it counts, if a filter finds them. */
const Leading = ({ value, search }: { value: number; search: ExecutionsSearch | null }) =>
  value === 0 || search === null ? (
    count(value)
  ) : (
    <Link to="/executions" search={search} className="hover:underline">
      {count(value)}
    </Link>
  );

const first: Record<UsageBy, Column<UsageRow>> = {
  day: { id: "day", header: "Day", cell: ({ day }) => <span className="font-mono text-xs">{day}</span> },
  caller: { id: "caller", header: "Caller", cell: ({ caller }) => <Caller caller={caller} /> },
  tenant: { id: "tenant", header: "Tenant", cell: ({ tenantId }) => <span className="break-all">{tenantId}</span> },
  tool: {
    id: "tool",
    header: "Tool or route",
    cell: ({ tool }) => (tool === null || tool.name === "" ? "None" : <TargetName target={tool.name} />),
  },
  kind: { id: "kind", header: "Kind", cell: ({ kind }) => (kind === null ? "Other, or deleted" : kindNames[kind]) },
};

/** The columns of a table whose rows are days, callers, tenants, tools or kinds. */
export const usageColumns = (by: UsageBy, range: DayRange): readonly Column<UsageRow>[] => [
  first[by],
  {
    id: "calls",
    header: "Calls",
    align: "end",
    width: "6rem",
    cell: (row) => <Leading value={row.calls} search={executionsOf(row, range)} />,
  },
  { id: "runs", header: "Runs", align: "end", width: "6rem", from: "lg", cell: ({ runs }) => count(runs) },
  {
    id: "failed",
    header: "Failed",
    align: "end",
    width: "6rem",
    cell: (row) => <Leading value={row.failed} search={executionsOf(row, range, "failed_or_timed_out")} />,
  },
  {
    id: "rejected",
    header: "Rejected",
    align: "end",
    width: "6rem",
    from: "md",
    cell: (row) => <Leading value={row.rejected} search={executionsOf(row, range, "rejected")} />,
  },
  {
    id: "duration",
    header: "Run time",
    align: "end",
    width: "7rem",
    from: "md",
    cell: ({ durationMs }) => duration(durationMs),
  },
  { id: "cpu", header: "Processor", align: "end", width: "7rem", from: "lg", cell: ({ cpuMs }) => duration(cpuMs) },
];
