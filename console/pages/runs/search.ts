import { runModes, runSources, runStatuses } from "@ferrule/contract/states.ts";
import { id, oneOf, searchOf, text, time } from "../../shell/page/search-params.ts";

/** The state of the list of runs, from its URL. */
export const runsSearch = searchOf({
  /** The kind of runs. */
  mode: oneOf(runModes),
  status: oneOf(runStatuses),
  functionId: id,
  /** The cron whose runs they are. */
  cronBindingId: id,
  source: oneOf(runSources),
  tenantId: id,
  /** The code of the error with which they ended. */
  errorCode: text(),
  /** The deployment that they run. */
  deploymentId: id,
  /** The key that starts of one run share. */
  key: text(),
  /** The run that started them. */
  parentId: id,
  /** Only runs that were created at or after this time, RFC 3339. */
  since: time,
  /** The dialog that is open. */
  ask: oneOf(["start", "event", "retry", "cancel"]),
});

export type RunsSearch = ReturnType<typeof runsSearch>;

/** The state of one run's page, from its URL. */
export const runSearch = searchOf({
  /** The dialog that is open. */
  ask: oneOf(["cancel", "retry", "retry-alike", "replay", "event"]),
  /** The step from which the run is retried; without it, after the last stored result. */
  step: text(110),
  /** The attempt whose log is open. */
  log: id,
});
