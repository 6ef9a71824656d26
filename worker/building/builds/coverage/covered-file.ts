/** How the counters of a covered file stand for its text. */
export interface CoveredFile {
  /** `function.ts`, or `lib/<name>`. */
  name: string;
  /** The line of each statement, by its number. */
  lines: number[];
  branches: number;
  functions: number;
}
