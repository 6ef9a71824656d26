export type SeriesColor = "series-1" | "series-2" | "series-3" | "series-bad" | "series-warn" | "series-none";

export interface ChartSeries {
  label: string;
  color: SeriesColor;
  /** One a time; null where nothing was measured. */
  values: readonly (number | null)[];
  /** Lengths of dash and gap: a second signal beside the colour. */
  dash?: number[];
  filled?: boolean;
}

export interface ChartMark {
  /** RFC 3339. */
  at: string;
  label: string;
}

export interface ChartProps {
  title: string;
  /** What the picture shows, in a sentence. */
  summary: string;
  /** The beginnings of the steps, RFC 3339. */
  times: readonly string[];
  series: readonly ChartSeries[];
  format: (value: number) => string;
  /** Things that happened, on the time axis. */
  marks?: readonly ChartMark[];
  /** What marks are called together where their labels would overlap: `3 deployments`. */
  mergedMarks?: (many: number) => string;
  /** The series are parts of a whole: bars on one another, the first one lowest. */
  stacked?: boolean;
  /** A range was dragged, or a step of the table chosen. */
  onRange?: (from: string, to: string) => void;
}
