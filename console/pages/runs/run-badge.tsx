import type { RunStatus, StepState } from "@ferrule/contract/states.ts";
import {
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  CircleOff,
  Clock,
  Hourglass,
  LoaderCircle,
  RotateCw,
  SkipForward,
} from "lucide-react";
import { badgeOf, statesOf, type Looks } from "../../components/badge.tsx";

const looks: Looks<RunStatus> = {
  queued: ["neutral", Clock, "Queued"],
  running: ["accent", LoaderCircle, "Running"],
  waiting: ["warn", Hourglass, "Waiting"],
  succeeded: ["good", Check, "Succeeded"],
  failed: ["bad", CircleAlert, "Failed"],
  cancelled: ["neutral", CircleDashed, "Cancelled"],
  expired: ["bad", Ban, "Expired"],
  skipped: ["neutral", SkipForward, "Skipped"],
  missed: ["warn", CircleOff, "Missed"],
};

/** The states of a run, to filter by. */
export const runChoices = statesOf(looks);

/** The state of a run. */
export const RunBadge = badgeOf(looks);

/** The state of a step of a run. */
export const StepBadge = badgeOf<StepState>({
  done: ["good", Check, "Done"],
  failed: ["bad", CircleAlert, "Failed"],
  retrying: ["warn", RotateCw, "Retrying"],
  waiting: ["warn", Hourglass, "Waiting"],
  cancelled: ["neutral", CircleDashed, "Cancelled"],
});
