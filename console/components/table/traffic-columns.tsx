import { count } from "../format.ts";
import type { Column } from "./table-column.ts";

interface WithTraffic {
  activity?: { calls: number; failed: number } | undefined;
}

/** Calls and errors of the last 24 hours, as lists of Functions and endpoints show them. */
export const trafficColumns = <Row extends WithTraffic>(): readonly Column<Row>[] => [
  {
    id: "calls",
    header: "Calls (24 h)",
    sort: "calls",
    sortsDown: true,
    align: "end",
    width: "6.5rem",
    from: "md",
    cell: ({ activity }) =>
      activity && <span className={activity.calls === 0 ? "text-faint" : ""}>{count(activity.calls)}</span>,
  },
  {
    id: "failed",
    header: "Errors (24 h)",
    sort: "failed",
    sortsDown: true,
    align: "end",
    width: "7rem",
    from: "md",
    cell: ({ activity }) =>
      activity && (
        <span className={activity.failed === 0 ? "text-faint" : "font-medium text-bad"}>{count(activity.failed)}</span>
      ),
  },
];
