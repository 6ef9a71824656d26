import "./known-language.ts";
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { stepTime } from "./chart-table.tsx";
import type { ChartProps } from "./chart.tsx";

const height = 192;
const shortestDragPx = 6;

const dayMs = 86_400_000;

/** Hours and minutes, or days where the ticks are that far apart. */
const axisTime = (splits: readonly number[]) => (seconds: number) => {
  const apart = ((splits[1] ?? 0) - (splits[0] ?? 0)) * 1_000;
  const date = new Date(seconds * 1_000);
  return apart >= dayMs / 2
    ? date.toLocaleDateString("en", { month: "short", day: "numeric" })
    : date.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
};

/** A token's colour as the canvas wants it. */
const token = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(`--${name}`).trim();

function drawMarks(plot: uPlot, marks: ChartProps["marks"], color: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.fillStyle = color;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.font = `${11 * devicePixelRatio}px Geist, sans-serif`;
  for (const { at, label } of marks ?? []) {
    // What happened within the last step stands at its beginning, which is where the axis ends.
    const x = Math.min(plot.valToPos(Date.parse(at) / 1_000, "x", true), bbox.left + bbox.width);
    if (x < bbox.left) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const room = bbox.left + bbox.width - x;
    ctx.textAlign = room < 40 * devicePixelRatio ? "right" : "left";
    ctx.fillText(label, x + (ctx.textAlign === "left" ? 4 : -4) * devicePixelRatio, bbox.top + 10 * devicePixelRatio);
  }
  ctx.restore();
}

function optionsFor(element: Element, props: ChartProps, onPoint: (index: number | null) => void): uPlot.Options {
  const { series, format, marks, onRange } = props;
  const [line, faint, accent] = [token(element, "line"), token(element, "faint"), token(element, "muted")];
  const counts = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const axis = {
    stroke: faint,
    font: "11px Geist, sans-serif",
    grid: { stroke: line, width: 1 },
    ticks: { show: false },
  };
  return {
    width: element.clientWidth,
    height,
    // Half of a time that stands below the last step needs its room.
    padding: [12, 18, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: onRange !== undefined, y: false, setScale: false }, points: { size: 6 } },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(max * 1.12, 1)] } },
    axes: [
      { ...axis, grid: { show: false }, size: 26, space: 72, values: (_plot, splits) => splits.map(axisTime(splits)) },
      {
        ...axis,
        size: 64,
        // Where everything is counted, half of one says nothing.
        filter: (_plot, splits) => splits.map((value) => (counts && !Number.isInteger(value) ? null : value)),
        values: (_plot, splits) => splits.map((value) => (value === null ? "" : format(value))),
      },
    ],
    series: [
      {},
      ...series.map(({ label, color, dash, filled }) => ({
        label,
        stroke: token(element, color),
        width: 1.75,
        // A line shows that there is a value only beside another one.
        points: { show: filled !== true, size: 4, fill: token(element, color) },
        ...(dash ? { dash } : {}),
        ...(filled === true ? { fill: `color-mix(in oklch, ${token(element, color)} 14%, transparent)` } : {}),
      })),
    ],
    hooks: {
      draw: [(plot) => drawMarks(plot, marks, accent)],
      setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width < shortestDragPx || onRange === undefined) return;
          const at = (px: number) => new Date(plot.posToVal(px, "x") * 1_000).toISOString();
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          onRange(at(left), at(left + width));
        },
      ],
    },
  };
}

/** The picture of a chart, on a canvas in the theme's colours. */
export default function Plot(props: ChartProps) {
  const { summary, times, series, format } = props;
  const ref = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const [point, setPoint] = useState<number | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    let plot: uPlot | undefined;
    const draw = () => {
      plot?.destroy();
      const seconds = times.map((at) => Date.parse(at) / 1_000);
      const data: uPlot.AlignedData = [seconds, ...series.map(({ values }) => [...values])];
      plot = new uPlot(optionsFor(element, latest.current, setPoint), data, element);
    };
    draw();
    const resized = new ResizeObserver(() => plot?.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    const themed = new MutationObserver(draw);
    themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    return () => {
      resized.disconnect();
      themed.disconnect();
      plot?.destroy();
    };
  }, [times, series]);
  const at = point === null ? undefined : times[point];
  return (
    <div className="relative">
      <div ref={ref} role="img" aria-label={summary} className="h-48" />
      {at !== undefined && point !== null && (
        <div className="pointer-events-none absolute top-0 right-0 rounded-md border border-line bg-raised px-2 py-1 text-xs shadow-raised">
          <div className="text-muted">{stepTime(at)}</div>
          {series.map(({ label, values }) => {
            const value = values[point];
            return (
              <div key={label} className="flex justify-between gap-3">
                <span>{label}</span>
                <span className="font-medium">{value === null || value === undefined ? "–" : format(value)}</span>
              </div>
            );
          })}
        </div>
      )}
    </div>
  );
}
