import { Link } from "@tanstack/react-router";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Card } from "../../components/card.tsx";
import { classNames } from "../../components/class-names.ts";
import { count, percent } from "../../components/format.ts";

interface BusiestFunctionsProps {
  title: string;
  functions: AnswerOf<"getDashboard">["busiest"];
  /** What they are sorted by and the bars show. */
  by: "calls" | "failed";
  empty: string;
}

/** Up to five Functions, with how often they were called and failed. */
export function BusiestFunctions({ title, functions, by, empty }: BusiestFunctionsProps) {
  const most = Math.max(1, ...functions.map((one) => one[by]));
  return (
    <Card title={title}>
      {functions.length === 0 ? (
        <p className="grid h-24 place-items-center text-sm text-muted">{empty}</p>
      ) : (
        <table className="w-full text-sm">
          <thead className="quiet">
            <tr>
              <th scope="col">Function</th>
              <th scope="col">Calls</th>
              <th scope="col">Failed</th>
            </tr>
          </thead>
          <tbody>
            {functions.map(({ functionId, functionName, calls, failed, errorRate }) => (
              <tr key={functionId} className="h-9">
                <td className="max-w-0 w-full pr-4">
                  <Link to="/functions/$functionId" params={{ functionId }} className="block truncate hover:underline">
                    {functionName}
                  </Link>
                  <div aria-hidden className="mt-0.5 h-1 rounded-full bg-sunken">
                    <div
                      className={classNames("h-1 rounded-full", by === "failed" ? "bg-series-bad" : "bg-series-1")}
                      style={{ width: `${((by === "failed" ? failed : calls) / most) * 100}%` }}
                    />
                  </div>
                </td>
                <td className="pr-4 text-right whitespace-nowrap">
                  {count(calls)} <span className="text-xs text-muted">{calls === 1 ? "call" : "calls"}</span>
                </td>
                <td className={classNames("text-right whitespace-nowrap", failed > 0 ? "text-bad" : "text-muted")}>
                  {failed === 0 ? "none failed" : `${count(failed)} failed (${percent(errorRate)})`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
