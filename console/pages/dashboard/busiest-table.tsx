import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Card } from "../../components/card.tsx";
import { classNames } from "../../components/class-names.ts";
import { count, percent } from "../../components/format.ts";
import type { ExecutionsSearch } from "../executions/search.ts";

interface BusiestTableProps {
  title: string;
  /** The kind of row. */
  head: string;
  rows: readonly {
    key: string;
    name: ReactNode;
    /** Under the name, in small type. */
    detail?: string;
    calls: number;
    failed: number;
    errorRate: number;
    /** What finds its calls, and what finds its failures. */
    found: ExecutionsSearch;
    foundFailed: ExecutionsSearch;
  }[];
  /** The number that determines the order of the rows and the length of the bars. */
  by: "calls" | "failed";
  empty: string;
}

/** A few rows with how often they were called and failed. */
export function BusiestTable({ title, head, rows, by, empty }: BusiestTableProps) {
  const most = Math.max(1, ...rows.map((one) => one[by]));
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p className="grid h-24 place-items-center text-sm text-muted">{empty}</p>
      ) : (
        <table className="w-full text-sm">
          <thead className="quiet">
            <tr>
              <th scope="col">{head}</th>
              <th scope="col">Calls</th>
              <th scope="col">Failed</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, detail, calls, failed, errorRate, found, foundFailed }) => (
              <tr key={key} className="h-9">
                <td className="max-w-0 w-full py-1 pr-4">
                  {name}
                  {detail !== undefined && (
                    <div className="truncate text-xs text-muted max-sm:whitespace-normal">{detail}</div>
                  )}
                  <div aria-hidden className="mt-0.5 h-1 rounded-full bg-sunken">
                    <div
                      className={classNames("h-1 rounded-full", by === "failed" ? "bg-series-bad" : "bg-series-1")}
                      style={{ width: `${((by === "failed" ? failed : calls) / most) * 100}%` }}
                    />
                  </div>
                </td>
                <td className="pr-4 text-right whitespace-nowrap">
                  <Link to="/executions" search={found} className="hover:underline">
                    {count(calls)} <span className="text-xs text-muted">{calls === 1 ? "call" : "calls"}</span>
                  </Link>
                </td>
                <td className={classNames("text-right whitespace-nowrap", failed > 0 ? "text-bad" : "text-muted")}>
                  {failed === 0 ? (
                    "none failed"
                  ) : (
                    <Link to="/executions" search={foundFailed} className="hover:underline">
                      {count(failed)} failed ({percent(errorRate)})
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
