import type { RunStatus } from "@ferrule/contract/states.ts";
import type { AnswerOf } from "../../api/use-operation.ts";
import { count } from "../../components/format.ts";

export interface RunCount {
  count: number;
  /** There are more of them than were counted. */
  atLeast: boolean;
}

type Counts = AnswerOf<"countRuns">["counts"];

/** How many runs there are in these states together. */
export function sumOf(counts: Counts, statuses: readonly RunStatus[]): RunCount {
  const each = statuses.map((status) => counts[status]);
  return {
    count: each.reduce((sum, one) => sum + one.count, 0),
    atLeast: each.some(({ atLeast }) => atLeast),
  };
}

/** A count as a text: `300`, or `1,000+` if there are more of them. */
export const countText = ({ count: counted, atLeast }: RunCount): string => `${count(counted)}${atLeast ? "+" : ""}`;

/** A count with its noun: `1 run`, `300 runs`, `1,000+ runs`. @param before words between the two, such as `failed ` */
export const runsText = (counted: RunCount, before = ""): string =>
  `${countText(counted)} ${before}${counted.count === 1 && !counted.atLeast ? "run" : "runs"}`;
