import { ChartColumn, ChartLine, Table2 } from "lucide-react";
import { useId, useState } from "react";
import { lazyPart } from "../lazy-part.tsx";
import { IconButton } from "../button/button.tsx";
import { classNames } from "../class-names.ts";
import { Skeleton } from "../states.tsx";
import { ChartTable } from "./chart-table.tsx";
import type { ChartProps } from "./chart-props.ts";

const Plot = lazyPart(() => import("./plot.tsx"), "default", <Skeleton className="h-48" />);

/** Values over time: a picture, a sentence that says the same, and a table with every number. */
export function Chart(props: ChartProps) {
  const { title, summary, series, stacked = false } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-lg border border-line bg-surface px-4 pt-2 pb-3">
      <header className="flex items-center gap-3">
        <h2 id={id} className="shrink-0 text-sm font-semibold">
          {title}
        </h2>
        <ul className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
          {series.map(({ label, color, dash, line = false }) => {
            const isBar = stacked && !line;
            return (
              <li key={label} className="flex items-center gap-1.5">
                <svg aria-hidden width={isBar ? 8 : 14} height={4} className="overflow-visible">
                  <line
                    x1={0}
                    y1={2}
                    x2={isBar ? 8 : 14}
                    y2={2}
                    stroke={`var(--${color})`}
                    strokeWidth={isBar ? 8 : 2.5}
                    strokeDasharray={dash?.join(" ")}
                  />
                </svg>
                {label}
              </li>
            );
          })}
        </ul>
        <span className="ml-auto">
          <IconButton
            icon={asTable ? (stacked ? ChartColumn : ChartLine) : Table2}
            label={asTable ? `${title} as a chart` : `${title} as a table`}
            size="sm"
            onClick={() => setAsTable(!asTable)}
          />
        </span>
      </header>
      <p className="mb-2 text-xs text-muted">{summary}</p>
      <div className={classNames("h-48", asTable && "overflow-y-auto")}>
        {asTable ? <ChartTable {...props} /> : <Plot {...props} />}
      </div>
    </section>
  );
}
