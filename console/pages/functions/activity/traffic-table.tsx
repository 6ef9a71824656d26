import type { AnswerOf } from "../../../api/use-operation.ts";
import { count, duration, percent } from "../../../components/format.ts";

type Traffic = AnswerOf<"getFunctionActivity">["day"];

/** Percentiles of one call say nothing more than that call. */
const milliseconds = (value: number | null, calls: number) =>
  value === null ? "–" : `${duration(value)}${calls === 1 ? ", one call" : ""}`;

const rows: readonly [label: string, of: (traffic: Traffic) => string, isBad?: (traffic: Traffic) => boolean][] = [
  ["Calls", ({ calls }) => count(calls)],
  ["Failed", ({ failed }) => count(failed), ({ failed }) => failed > 0],
  ["Error rate", ({ errorRate }) => percent(errorRate), ({ errorRate }) => errorRate >= 0.05],
  ["Latency p50", ({ latency, calls }) => milliseconds(latency.p50Ms, calls)],
  ["Latency p95", ({ latency, calls }) => milliseconds(latency.p95Ms, calls)],
];

/** Calls, errors and latency of the last 24 hours beside those of the last seven days. */
export function TrafficTable({ day, week }: { day: Traffic; week: Traffic }) {
  return (
    <table className="w-full text-sm">
      <caption className="quiet">Calls, errors and latency</caption>
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="px-4 py-2 text-left font-medium">
            <span className="quiet">Period</span>
          </th>
          <th scope="col" className="px-4 py-2 text-right font-medium">
            24 hours
          </th>
          <th scope="col" className="px-4 py-2 text-right font-medium">
            7 days
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, of, isBad]) => (
          <tr key={label} className="border-t border-line">
            <th scope="row" className="px-4 py-2 text-left font-normal text-muted">
              {label}
            </th>
            {[day, week].map((traffic, index) => (
              <td
                key={index === 0 ? "day" : "week"}
                className={`px-4 py-2 text-right font-medium tabular-nums ${isBad?.(traffic) === true ? "text-bad" : ""}`}
              >
                {of(traffic)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
