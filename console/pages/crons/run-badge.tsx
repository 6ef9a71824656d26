import type { CronRunStatus } from "@ferrule/contract/states.ts";
import { Ban, Check, CircleAlert, Clock, LoaderCircle, type LucideIcon } from "lucide-react";
import { Badge, type Tone } from "../../components/badge.tsx";

const looks: Record<CronRunStatus, [Tone, LucideIcon, string]> = {
  queued: ["neutral", Clock, "Queued"],
  running: ["accent", LoaderCircle, "Running"],
  succeeded: ["good", Check, "Succeeded"],
  failed: ["bad", CircleAlert, "Failed"],
  skipped: ["warn", Ban, "Skipped"],
  missed: ["warn", Clock, "Missed"],
};

/** The states of a run, as filters. */
export const runStatuses = Object.entries(looks).map(([value, [, , label]]) => ({ value, label }));

/** The outcome of a cron's run, or its current state. */
export function RunBadge({ status }: { status: CronRunStatus }) {
  const [tone, icon, word] = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
