import { Link } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import type { AnswerOf } from "../../api/use-operation.ts";
import { Card } from "../../components/card.tsx";
import { duration } from "../../components/format.ts";
import { Time } from "../../components/time.tsx";

type Dashboard = AnswerOf<"getDashboard">;

/** Late crons first, then those that fire next. */
export function Crons({ dashboard: { lateCrons, upcomingCrons } }: { dashboard: Dashboard }) {
  const none = lateCrons.length === 0 && upcomingCrons.length === 0;
  return (
    <Card title="Crons">
      {none ? (
        <p className="text-sm text-muted">No upcoming cron runs in this environment.</p>
      ) : (
        <ul className="grid gap-2 text-sm">
          {lateCrons.map(({ cronBindingId, name, scheduledFor, lateMs }) => (
            <li key={`${cronBindingId} ${scheduledFor}`} className="flex items-baseline gap-2 text-bad">
              <CircleAlert aria-hidden size={14} className="shrink-0 self-center" />
              <Link
                to="/crons"
                search={{ cron: cronBindingId }}
                className="min-w-0 flex-1 truncate font-medium hover:underline"
              >
                {name}
              </Link>
              <span className="shrink-0">late by {duration(Math.round(lateMs / 1_000) * 1_000)}</span>
            </li>
          ))}
          {upcomingCrons.map(({ cronBindingId, name, schedule, timezone, nextRunAt }) => (
            <li key={cronBindingId} className="flex items-baseline gap-2">
              <Link
                to="/crons"
                search={{ cron: cronBindingId }}
                className="min-w-0 flex-1 truncate hover:underline"
                title={`${schedule}, ${timezone}`}
              >
                {name}
              </Link>
              <span className="shrink-0 text-muted">
                <Time at={nextRunAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
