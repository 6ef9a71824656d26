import { LoaderCircle, TriangleAlert } from "lucide-react";
import { Button } from "../../components/button/button.tsx";
import { ErrorNote } from "../../components/show/error-note.tsx";
import { count, counted } from "../../components/format.ts";
import { Note } from "../../components/note.tsx";
import type { Preview } from "./preview.tsx";
import type { DraftCheck } from "./use-draft-check.ts";

const functions = (many: number) => counted(many, "Function");
/** How many to name individually. */
const named = 5;

/** The running check of edited Functions, and problems with the check itself. */
export function CheckNote({ check, preview }: { check: DraftCheck; preview: Preview }) {
  if (check.state === "running") return <Progress check={check} />;
  const { unchecked } = preview;
  if (unchecked.length === 0) return null;
  const reasons = new Map(check.failed.map(({ functionId, message }) => [functionId, message]));
  const more = unchecked.length - named;
  const reached = new Set(preview.changes.filter((change) => change.reached).map(({ id }) => id));
  const mayBreak = unchecked.some(({ functionId }) => reached.has(functionId));
  return (
    <>
      {check.error && <ErrorNote error={check.error} />}
      <Note
        tone="warn"
        icon={TriangleAlert}
        title={`${functions(unchecked.length)} not checked since the last edit`}
        action={
          <Button size="sm" disabledReason={check.forbidden} onClick={check.again}>
            Check now
          </Button>
        }
      >
        <p>They might not build{mayBreak && ", or might break callers"}.</p>
        <ul className="mt-1 grid list-disc gap-0.5 pl-4">
          {unchecked.slice(0, named).map(({ functionId, slug }) => (
            <li key={functionId} className="break-words">
              <span className="font-mono text-xs">{slug}</span>
              {reasons.has(functionId) && `: ${reasons.get(functionId)}`}
            </li>
          ))}
          {more > 0 && <li>and {count(more)} more</li>}
        </ul>
      </Note>
    </>
  );
}

function Progress({ check: { done, total, skip } }: { check: DraftCheck }) {
  return (
    <div className="flex items-center gap-3 rounded-md border border-line bg-sunken px-3 py-2 text-sm">
      <LoaderCircle aria-hidden size={16} className="working shrink-0 text-accent" />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p role="status">
          Checking {functions(total)} for breaking changes
          {done > 0 && <span className="text-muted"> · {count(done)} done</span>}
        </p>
        <div
          role="progressbar"
          aria-label="Functions checked"
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          className="h-1 overflow-hidden rounded-full bg-line"
        >
          <div className="h-1 rounded-full bg-accent" style={{ width: `${total === 0 ? 0 : (done / total) * 100}%` }} />
        </div>
      </div>
      <Button size="sm" kind="quiet" onClick={skip}>
        Skip
      </Button>
    </div>
  );
}
