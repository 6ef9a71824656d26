import { Link } from "@tanstack/react-router";
import type { ItemOf } from "../../api/use-operation.ts";
import { duration, withMoments } from "../../components/format.ts";
import { Mono } from "../../components/mono.tsx";
import type { Column } from "../../components/table/table-column.ts";
import { Time } from "../../components/time.tsx";
import { RunBadge } from "./run-badge.tsx";
import { kindNames } from "./run-kinds.ts";

export type RunRow = ItemOf<"listRuns">;

/** Why a run failed or never began, or what it waits for, in one line. */
function Why({ run: { error, waitsFor, status, reason } }: { run: RunRow }) {
  if (error !== null)
    return (
      <span className="text-xs" title={error.message}>
        <Mono className="font-medium text-bad">{error.code}</Mono> <span className="text-muted">{error.message}</span>
      </span>
    );
  const said = withMoments([status === "running" ? null : waitsFor, reason].filter(Boolean).join(" "), Date.now());
  return said === "" ? null : (
    <span className="text-xs text-muted" title={said}>
      {said}
    </span>
  );
}

/** The time from the creation of a run to its end, in milliseconds; null before it has ended. */
const tookMs = ({ createdAt, finishedAt }: RunRow): number | null =>
  finishedAt === null ? null : Math.max(0, Date.parse(finishedAt) - Date.parse(createdAt));

/** The columns of the list of runs. */
export const runColumns: readonly Column<RunRow>[] = [
  { id: "at", header: "Created", width: "6.5rem", from: "sm", cell: ({ createdAt }) => <Time at={createdAt} plain /> },
  { id: "status", header: "State", width: "7.5rem", cell: ({ status }) => <RunBadge status={status} /> },
  {
    id: "function",
    header: "Function",
    cell: ({ id, functionName, called, error }) => (
      <>
        <Link to="/runs/$runId" params={{ runId: id }} className="font-medium hover:underline">
          {functionName}
        </Link>{" "}
        {called !== null && <span className="ml-1 hidden text-xs text-muted lg:inline">{called}</span>}{" "}
        {error !== null && <Mono className="ml-1 text-bad md:hidden">{error.code}</Mono>}
      </>
    ),
  },
  { id: "why", header: "Why", from: "md", cell: (run) => <Why run={run} /> },
  {
    id: "key",
    header: "Key",
    width: "9rem",
    from: "xl",
    cell: ({ key }) => key !== null && <Mono title={key}>{key}</Mono>,
  },
  { id: "kind", header: "Kind", width: "7rem", from: "sm", cell: ({ mode }) => kindNames[mode] },
  { id: "source", header: "Source", width: "5.5rem", from: "xl", cell: ({ source }) => source },
  {
    id: "steps",
    header: "Steps",
    align: "end",
    width: "5rem",
    from: "lg",
    cell: ({ steps }) => (steps.done + steps.failed === 0 ? "" : `${steps.done}`),
  },
  {
    id: "attempt",
    header: "Attempts",
    align: "end",
    width: "5.5rem",
    from: "lg",
    cell: ({ attempt }) => attempt || "",
  },
  {
    id: "took",
    header: "Took",
    align: "end",
    width: "6rem",
    from: "lg",
    cell: (run) => {
      const took = tookMs(run);
      return took === null ? "" : duration(took);
    },
  },
];
