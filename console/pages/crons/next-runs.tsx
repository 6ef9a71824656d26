import { CalendarClock } from "lucide-react";
import { Time } from "../../components/time.tsx";
import { describeSchedule } from "./describe-schedule.ts";
import { inZone } from "./in-zone.ts";
import type { CronPreview } from "./use-cron-preview.ts";

interface NextRunsProps {
  schedule: string;
  timezone: string;
  preview: CronPreview | null;
}

/** The next five runs of the edited schedule, in its own time zone. */
export function NextRuns({ schedule, timezone, preview }: NextRunsProps) {
  const problem = preview?.scheduleProblem ?? null;
  return (
    <section
      aria-label="Next runs"
      aria-live="polite"
      className="grid min-h-40 content-start gap-2 rounded-md bg-sunken px-3 py-2.5 text-sm"
    >
      <h3 className="flex flex-wrap items-baseline gap-x-2 font-medium">
        <CalendarClock aria-hidden size={14} className="self-center text-faint" />
        Next five runs <span className="text-xs font-normal text-muted">{timezone}</span>
      </h3>
      {problem !== null ? (
        <p className="text-xs text-bad">The schedule {problem}.</p>
      ) : (
        <>
          <p className="text-xs text-muted first-letter:uppercase">{describeSchedule(schedule)}</p>
          <ol className="grid gap-0.5 text-xs">
            {preview?.nextRuns.map((at) => (
              <li key={at} className="flex justify-between gap-4">
                {inZone(at, timezone)}
                <span className="text-muted">
                  <Time at={at} inert />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
