export type SeriesColor =
  | "series-1"
  | "series-2"
  | "series-3"
  | "series-bad"
  | "series-warn"
  | "series-none"
  /** For what is compared with the others. */
  | "faint";

export interface ChartSeries {
  label: string;
  color: SeriesColor;
  /** One value for each time; null where nothing was measured. */
  values: readonly (number | null)[];
  /** Lengths of dash and gap: a second signal besides the colour. */
  dash?: number[];
  filled?: boolean;
  /** Over the bars of a stack, and not a part of the whole. */
  line?: boolean;
  /** What others must not exceed. The axis reaches it once they come to half of it. */
  bound?: boolean;
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
  /** When each step begins, RFC 3339. */
  times: readonly string[];
  series: readonly ChartSeries[];
  format: (value: number) => string;
  /** Events to mark on the time axis. */
  marks?: readonly ChartMark[];
  /** The label for several marks whose labels would overlap: `3 deployments`. */
  mergedMarks?: (many: number) => string;
  /** The series are parts of a whole: bars stacked on each other, the first one lowest. */
  stacked?: boolean;
  /** Each step is a day in UTC. */
  days?: boolean;
  /** Called when a range is dragged, or a step of the picture or of the table is pressed. */
  onRange?: (from: string, to: string) => void;
}
