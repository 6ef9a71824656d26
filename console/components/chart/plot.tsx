import "./known-language.ts";
import "uplot/dist/uPlot.min.css";
import { useEffect, useRef, useState } from "react";
import uPlot from "uplot";
import type { ChartProps, ChartSeries } from "./chart-props.ts";
import { isInReach } from "./is-in-reach.ts";
import { mergeMarks } from "./merge-marks.ts";
import { snapMarks } from "./snap-marks.ts";
import { stepRange } from "./step-range.ts";
import { stepTime } from "./step-time.ts";

const height = 192;
const shortestDragPx = 6;

const dayMs = 86_400_000;

/** Hours and minutes, or days where the ticks are that far apart. */
const axisTime = (splits: readonly number[], days: boolean) => (seconds: number) => {
  const apart = ((splits[1] ?? 0) - (splits[0] ?? 0)) * 1_000;
  const date = new Date(seconds * 1_000);
  if (days) return stepTime(date.toISOString(), true);
  return apart >= dayMs / 2
    ? date.toLocaleDateString("en", { month: "short", day: "numeric" })
    : date.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
};

/** Resolves a token to a colour that the canvas understands. */
const token = (element: Element, name: string) => getComputedStyle(element).getPropertyValue(`--${name}`).trim();

function drawMarks(plot: uPlot, { marks = [], mergedMarks, times }: ChartProps, color: string): void {
  const { ctx, bbox } = plot;
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.fillStyle = color;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.font = `${11 * devicePixelRatio}px Geist, sans-serif`;
  const shown = snapMarks(marks, times).map(({ at, label }) => ({
    label,
    x: plot.valToPos(Date.parse(at) / 1_000, "x", true),
  }));
  const placed = mergeMarks(shown, {
    right,
    gap: 4 * devicePixelRatio,
    widthOf: (text) => ctx.measureText(text).width,
    merged: mergedMarks ?? ((many) => `${many} marks`),
  });
  for (const { label, lines, align, from, to } of placed) {
    for (const x of lines) {
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.textAlign = align;
    ctx.fillText(label, align === "left" ? from : to, bbox.top + 10 * devicePixelRatio);
  }
  ctx.restore();
}

interface Drawn {
  one: ChartSeries;
  isBar: boolean;
  /** Null where nothing was measured. */
  values: (number | null)[];
}

/**
 * What to draw, in this order. A bar of a stack reaches to the sum of its own value and all below it. The highest is drawn
 * first, so that the others cover it; lines stand over them.
 */
function drawnSeries({ series, stacked = false }: ChartProps): Drawn[] {
  const isBar = ({ line: isLine = false }: ChartSeries) => stacked && !isLine;
  const sums: number[] = [];
  const bars = series.filter(isBar).map((one) => ({
    one,
    isBar: true,
    values: one.values.map((value, at) => (sums[at] = (sums[at] ?? 0) + (value ?? 0))),
  }));
  const lines = series.filter((one) => !isBar(one)).map((one) => ({ one, isBar: false, values: [...one.values] }));
  return [...bars.toReversed(), ...lines];
}

/** The bars of a stacked series, from the start of each step. */
const bars = (element: Element, { label, color }: ChartSeries): uPlot.Series => ({
  label,
  fill: token(element, color),
  width: 0,
  points: { show: false },
  // oxlint-disable-next-line typescript/no-non-null-assertion -- every build of the library has it
  paths: uPlot.paths.bars!({ size: [0.82, 48], align: 1 }),
});

/** The length of a step, in seconds. */
const stepOf = ([first = 0, second = first + 60]: ArrayLike<number> & Iterable<number>) => second - first;

const stepAt = (times: ArrayLike<number>, closest: number, x: number) =>
  closest > 0 && (times[closest] ?? 0) > x ? closest - 1 : closest;

/** The line of a series that is not stacked; over bars it has their steps. */
const line = (
  element: Element,
  { label, color, dash, filled = false }: ChartSeries,
  { stacked, inReach }: { stacked: boolean; inReach: boolean },
): uPlot.Series => ({
  label,
  auto: inReach,
  stroke: token(element, color),
  width: color === "faint" ? 1.25 : 1.75,
  // oxlint-disable-next-line typescript/no-non-null-assertion -- every build of the library has it
  ...(stacked ? { paths: uPlot.paths.stepped!({ align: 1 }) } : {}),
  // A line needs two values, so a single one needs a point.
  points: { show: !filled && !stacked, size: 4, fill: token(element, color) },
  ...(dash ? { dash } : {}),
  ...(filled ? { fill: `color-mix(in oklch, ${token(element, color)} 14%, transparent)` } : {}),
});

/** A press on a step opens it; one that drags selects a range instead. */
function openPressed(plot: uPlot, { times, onRange }: ChartProps): void {
  if (onRange === undefined) return;
  let pressedAt = 0;
  plot.over.style.cursor = "pointer";
  plot.over.addEventListener("mousedown", ({ clientX }) => (pressedAt = clientX));
  plot.over.addEventListener("click", ({ clientX }) => {
    const step = plot.cursor.idx;
    if (typeof step === "number" && Math.abs(clientX - pressedAt) < shortestDragPx) onRange(...stepRange(times, step));
  });
}

function axesFor(element: Element, { series, format, days = false }: ChartProps): uPlot.Axis[] {
  const counts = series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const axis = {
    stroke: token(element, "faint"),
    font: "11px Geist, sans-serif",
    grid: { stroke: token(element, "line"), width: 1 },
    ticks: { show: false },
  };
  return [
    {
      ...axis,
      grid: { show: false },
      size: 26,
      space: 72,
      values: (_plot, splits) => splits.map(axisTime(splits, days)),
    },
    {
      ...axis,
      size: 64,
      // Counts are whole numbers, so the axis has no fractions.
      filter: (_plot, splits) => splits.map((value) => (counts && !Number.isInteger(value) ? null : value)),
      values: (_plot, splits) => splits.map((value) => (value === null ? "" : format(value))),
    },
  ];
}

function optionsFor(element: Element, props: ChartProps, onPoint: (index: number | null) => void): uPlot.Options {
  const { onRange, stacked = false, days = false } = props;
  const drawn = drawnSeries(props);
  return {
    width: element.clientWidth,
    height,
    // Half of a time label hangs below the last step and needs room.
    padding: [12, 18, 0, 0],
    legend: { show: false },
    ...(days ? { tzDate: (seconds: number) => uPlot.tzDate(new Date(seconds * 1_000), "Etc/UTC") } : {}),
    cursor: {
      y: false,
      drag: { x: onRange !== undefined, y: false, setScale: false },
      points: { size: 6, show: !stacked },
      // A press on a bar selects that bar's step, and not the step of the nearer boundary.
      ...(stacked ? { dataIdx: (plot, _series, closest, x) => stepAt(plot.data[0], closest, x) } : {}),
    },
    scales: {
      // Bars need room for the last step; lines have it too, so that charts beside each other share their axis.
      x: { range: (plot, min, max) => [min, max + stepOf(plot.data[0])] },
      y: { range: (_plot, _min, max) => [0, Math.max(max * 1.12, 1)] },
    },
    axes: axesFor(element, props),
    series: [
      {},
      ...drawn.map(({ one, isBar }) => {
        const inReach = one.bound !== true || isInReach(one, drawn);
        return isBar ? bars(element, one) : line(element, one, { stacked, inReach });
      }),
    ],
    hooks: {
      ready: [(plot) => openPressed(plot, props)],
      draw: [(plot) => drawMarks(plot, props, token(element, "muted"))],
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
  const { summary, times, series, format, days } = props;
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
      const data: uPlot.AlignedData = [seconds, ...drawnSeries(latest.current).map(({ values }) => values)];
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
          <div className="text-muted">{stepTime(at, days)}</div>
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
