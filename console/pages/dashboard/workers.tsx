import type { AnswerOf } from "../../api/use-operation.ts";
import { Badge } from "../../components/badge.tsx";
import { Card } from "../../components/card.tsx";
import { Time } from "../../components/time.tsx";

/** The workers of the installation, and how full each is. */
export function Workers({ workers }: { workers: AnswerOf<"getDashboard">["workers"] }) {
  return (
    <Card title={`Workers (${workers.length})`}>
      {workers.length === 0 && (
        <p className="text-sm text-bad">No workers are connected. Calls and builds are waiting.</p>
      )}
      <ul className="grid gap-3">
        {workers.map(({ id, status, version, running, waiting, capacity, lastSeenAt }) => {
          const share = capacity === 0 ? 0 : Math.min(1, running / capacity);
          return (
            <li key={id} className="grid gap-1 text-sm">
              <span className="flex items-center gap-2">
                <code className="min-w-0 flex-1 truncate font-mono text-xs" title={id}>
                  {id}
                </code>
                <Badge tone={status === "up" ? "good" : "bad"}>{status === "up" ? "up" : "lost"}</Badge>
              </span>
              <div
                role="meter"
                aria-label={`Slots in use on ${id}`}
                aria-valuenow={running}
                aria-valuemin={0}
                aria-valuemax={capacity}
                className="h-1.5 overflow-hidden rounded-full bg-sunken"
              >
                <div className="h-full rounded-full bg-series-2" style={{ width: `${share * 100}%` }} />
              </div>
              <span className="text-xs text-muted">
                {running} of {capacity} slots{waiting > 0 && `, ${waiting} waiting`} · {version} · seen{" "}
                <Time at={lastSeenAt} />
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
