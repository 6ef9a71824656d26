import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { usePages, type ItemOf } from "../../api/use-operation.ts";
import { Filters } from "../../components/filter/filters.tsx";
import { List } from "../../components/table/list.tsx";
import { EmptyState } from "../../components/states.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { RunBadge, runStatuses } from "./run-badge.tsx";

type Run = ItemOf<"listCronRuns">;

const columns: readonly Column<Run>[] = [
  { id: "at", header: "Occurrence", width: "7rem", cell: ({ scheduledFor }) => <Time at={scheduledFor} plain /> },
  { id: "status", header: "State", width: "8rem", cell: ({ status }) => <RunBadge status={status} /> },
  {
    id: "reason",
    header: "Why",
    cell: ({ reason, trigger, requestedBy, nextAttemptAt }) => (
      <span className="text-xs whitespace-normal" title={reason ?? undefined}>
        {reason ??
          (trigger === "manual" ? `Manual${requestedBy === null ? "" : `, ${requestedBy.email}`}` : "Scheduled")}
        {nextAttemptAt !== null && (
          <>
            {" "}
            · retry <Time at={nextAttemptAt} plain />
          </>
        )}
      </span>
    ),
  },
  { id: "attempt", header: "Attempt", align: "end", width: "5rem", from: "sm", cell: ({ attempt }) => attempt || "" },
  {
    id: "execution",
    header: <span className="quiet">Execution</span>,
    align: "end",
    width: "6rem",
    cell: ({ executionId }) =>
      executionId !== null && (
        <Link to="/executions/$executionId" params={{ executionId }} className="link text-xs">
          Execution
        </Link>
      ),
  },
];

/** The results of a cron's occurrences; for a skipped or missed one, the reason. */
export function CronRuns({ cronBindingId }: { cronBindingId: string }) {
  const { run } = useSearch({ from: "/crons" });
  const navigate = useNavigate({ from: "/crons" });
  const status = runStatuses.find(({ value }) => value === run)?.value as Run["status"] | undefined;
  const pages = usePages(
    "listCronRuns",
    { params: { cronBindingId }, query: { limit: 50, ...(status === undefined ? {} : { status }) } },
    { refetchInterval: 3_000 },
  );
  return (
    <section aria-label="Runs" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-sm font-semibold">Runs</h3>
        <Link to="/runs" search={{ cronBindingId }} className="link text-xs">
          All runs of this cron
        </Link>
        <Filters
          filters={[{ name: "run", label: "State", choices: runStatuses }]}
          values={{ run }}
          onChange={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
        />
      </div>
      <List
        label="Runs"
        columns={columns}
        pages={pages}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title={status === undefined ? "No runs yet" : `No ${status} runs`}>
            {status === undefined ? "Runs appear here when they are due." : "Clear the filter to see the others."}
          </EmptyState>
        }
      />
    </section>
  );
}
