import { operationsOfRuns, type ChangeOfRuns } from "@ferrule/contract/operations-of-runs.ts";
import { isStarted, runModes, type Environment, type RunMode } from "@ferrule/contract/states.ts";
import { useDisabledReason } from "../../api/disabled-reason.ts";

/** What people call runs of each mode. */
export const kindNames: Readonly<Record<RunMode, string>> = {
  durable: "Durable",
  once: "Approved call",
  cron: "Cron",
  delivery: "Delivery",
};

/** The kinds of runs, to filter by. */
export const kindChoices = runModes.map((value) => ({ value, label: kindNames[value] }));

/** How people name a change of a run of this kind, and what it does. */
interface Words {
  verb: string;
  does: string;
  done: string;
}

const reopened: Words = { verb: "Retry", does: "It goes on with the results of its steps.", done: "Queued again" };
const cancelled: Words = {
  verb: "Cancel run",
  does: "It ends within a second, and so do the runs that it started.",
  done: "The run ends",
};

/** What the changes of one run are called, by its kind. */
export const wordsOf: Readonly<Record<ChangeOfRuns, Readonly<Record<RunMode, Words>>>> = {
  retry: {
    durable: reopened,
    once: reopened,
    cron: {
      verb: "Run again",
      does: "Its cron runs once, now, with its input and what is deployed now. That is a new run.",
      done: "Its cron runs",
    },
    delivery: {
      verb: "Redeliver",
      does: "Its request runs again with all its attempts, on what is deployed now.",
      done: "Queued again",
    },
  },
  cancel: {
    durable: cancelled,
    once: cancelled,
    cron: { ...cancelled, does: "It ends within a second. Its cron goes on with its next occurrence." },
    delivery: { verb: "Discard", does: "It is not tried again, until somebody redelivers it.", done: "Discarded" },
  },
};

interface Changed {
  mode: RunMode;
  environment: Environment;
}

/** Why the user may not make a change of a run, by the rules of its kind; null if they may. */
export const useRunReason = (change: ChangeOfRuns, { mode, environment }: Changed): string | null =>
  useDisabledReason(operationsOfRuns[change][mode], environment);

/** Whether it can be done to a run that has succeeded, too. */
export const repeatsSuccess = (mode: RunMode): boolean => !isStarted(mode);
