import type { CronRunStatus } from "@ferrule/contract/states.ts";
import { Ban, Check, CircleAlert, Clock, LoaderCircle } from "lucide-react";
import { badgeOf, statesOf, type Looks } from "../../components/badge.tsx";

const looks: Looks<CronRunStatus> = {
  queued: ["neutral", Clock, "Queued"],
  running: ["accent", LoaderCircle, "Running"],
  succeeded: ["good", Check, "Succeeded"],
  failed: ["bad", CircleAlert, "Failed"],
  skipped: ["warn", Ban, "Skipped"],
  missed: ["warn", Clock, "Missed"],
};

/** The states of a run, as filters. */
export const runStatuses = statesOf(looks);

/** The outcome of a cron's run, or its current state. */
export const RunBadge = badgeOf(looks);
