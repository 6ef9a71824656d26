import type { ChartProps } from "./chart-props.ts";

const today = (at: Date) => at.toDateString() === new Date().toDateString();

/** When a step began; the day is left out when it is today. */
export function stepTime(at: string): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return today(date) ? time : `${date.toLocaleDateString("en", { month: "short", day: "numeric" })}, ${time}`;
}

/** Every number of a chart as a table. If the chart accepts ranges, a button chooses a step. */
export function ChartTable({ title, times, series, format, onRange }: ChartProps) {
  const end = (index: number) => {
    const [first, second] = [Date.parse(times[0] ?? ""), Date.parse(times[1] ?? "")];
    return times[index + 1] ?? new Date(Date.parse(times[index] ?? "") + (second - first || 60_000)).toISOString();
  };
  return (
    <table className="w-full text-xs" aria-label={title}>
      <thead className="sticky top-0 bg-surface text-left text-muted">
        <tr>
          <th scope="col" className="py-1 font-medium">
            From
          </th>
          {series.map(({ label }) => (
            <th key={label} scope="col" className="py-1 text-right font-medium">
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
                <button type="button" className="link" onClick={() => onRange(at, end(index))}>
                  {stepTime(at)}
                </button>
              ) : (
                stepTime(at)
              )}
            </td>
            {series.map(({ label, values }) => {
              const value = values[index];
              return (
                <td key={label} className="py-1 text-right">
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
