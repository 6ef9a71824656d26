import type { ChartProps } from "./chart-props.ts";
import { stepRange } from "./step-range.ts";
import { stepTime } from "./step-time.ts";

/** Every number of a chart as a table. If the chart accepts ranges, a button chooses a step. */
export function ChartTable({ title, times, series, format, days, onRange }: ChartProps) {
  return (
    <table className="w-full text-xs" aria-label={title}>
      <thead className="sticky top-0 bg-surface text-left text-muted">
        <tr>
          <th scope="col" className="py-1 font-medium">
            {days ? "Day" : "From"}
          </th>
          {series.map(({ label }) => (
            <th key={label} scope="col" className="py-1 pl-2 text-right font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((at, index) => (
          <tr key={at} className="border-t border-line">
            <td className="py-1">
              {onRange ? (
                <button type="button" className="link" onClick={() => onRange(...stepRange(times, index))}>
                  {stepTime(at, days)}
                </button>
              ) : (
                stepTime(at, days)
              )}
            </td>
            {series.map(({ label, values }) => {
              const value = values[index];
              return (
                <td key={label} className="py-1 pl-2 text-right">
                  {value === null || value === undefined ? "–" : format(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
