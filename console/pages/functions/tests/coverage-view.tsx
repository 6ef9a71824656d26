import { count, percent } from "../../../components/format.ts";
import type { Coverage } from "./use-tests-run.ts";
import { lineRanges } from "./line-ranges.ts";

const shareOf = ({ total, covered }: { total: number; covered: number }) =>
  total === 0 ? "none" : `${percent(covered / total)} (${count(covered)} of ${count(total)})`;

interface CoverageViewProps {
  /** The file's name. */
  name: string;
  coverage: Coverage;
  /** Goes to a line of the file; without it, lines are plain text. */
  onLine?: (line: number) => void;
}

/** How much of a file the tests reached, and the lines that none did. */
export function CoverageView({ name, coverage, onLine }: CoverageViewProps) {
  const { lines, branches, functions } = coverage;
  const ranges = lineRanges(lines.uncovered);
  return (
    <div className="grid gap-1 text-sm">
      <p className="font-mono text-xs break-all">{name}</p>
      <p className="text-muted">
        Lines {shareOf(lines)} · branches {shareOf(branches)} · functions {shareOf(functions)}
      </p>
      {ranges.length > 0 && (
        <p className="flex flex-wrap gap-x-1.5 gap-y-0.5">
          <span className="text-muted">Not reached:</span>
          {ranges.map(({ from, text }) =>
            onLine ? (
              <button key={from} type="button" className="link" onClick={() => onLine(from)}>
                {text}
              </button>
            ) : (
              <span key={from}>{text}</span>
            ),
          )}
        </p>
      )}
    </div>
  );
}
