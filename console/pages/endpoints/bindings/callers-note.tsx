import { counted } from "../../../components/format.ts";
import { Time } from "../../../components/time.tsx";
import { mostCalls, type Callers } from "./use-callers.ts";

/** Lists recent callers, for a user who is about to remove something they use. */
export function CallersNote({ callers: found }: { callers: Callers | undefined }) {
  if (found === undefined) return <p className="text-xs text-muted">Checking who calls it…</p>;
  const { callers, isPartial } = found;
  const when = isPartial ? `among its newest ${mostCalls} calls` : "in the last seven days";
  if (callers.length === 0) return <p className="text-xs text-muted">No calls {when}.</p>;
  return (
    <div className="text-xs">
      <p className="text-muted">Called {when} by</p>
      <ul className="mt-1 grid gap-0.5">
        {callers.slice(0, 5).map(({ name, calls, lastAt }) => (
          <li key={name}>
            <strong className="font-semibold">{name}</strong>: {counted(calls, "call")}, the last <Time at={lastAt} />
          </li>
        ))}
        {callers.length > 5 && <li className="text-muted">and {callers.length - 5} others</li>}
      </ul>
    </div>
  );
}
