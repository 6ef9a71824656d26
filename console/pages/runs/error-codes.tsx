import { count } from "../../components/format.ts";
import { Mono } from "../../components/mono.tsx";
import type { RunRow } from "./run-columns.tsx";

const mostShown = 6;

/** How often each error code occurs among runs, the most frequent first. */
export function codesOf(runs: readonly Pick<RunRow, "error">[]): [code: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { error } of runs) if (error !== null) counts.set(error.code, (counts.get(error.code) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

interface ErrorCodesProps {
  runs: readonly RunRow[];
  /** The list has more runs than these. */
  hasMore: boolean;
  onChoose: (code: string) => void;
}

/** The causes for which the listed runs failed; a press shows only those of one cause. */
export function ErrorCodes({ runs, hasMore, onChoose }: ErrorCodesProps) {
  const codes = codesOf(runs);
  if (codes.length === 0) return null;
  return (
    <div role="group" aria-label="Errors" className="mb-3 flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">{hasMore ? `Errors of the latest ${count(runs.length)}:` : "Errors:"}</span>
      {codes.slice(0, mostShown).map(([code, number]) => (
        <button
          key={code}
          type="button"
          className="inline-flex min-h-7 items-center gap-2 rounded-md border border-bad-line bg-bad-soft px-2 text-bad hover:brightness-95"
          onClick={() => onChoose(code)}
        >
          <Mono className="font-medium">{code}</Mono>
          <span className="text-xs">{count(number)}</span>
        </button>
      ))}
      {codes.length > mostShown && <span className="text-muted">and {codes.length - mostShown} more</span>}
    </div>
  );
}
