import { isOpenRun, runStatuses, type RunStatus } from "@ferrule/contract/states.ts";

/** The states of runs that have not ended. */
export const openStatuses: readonly RunStatus[] = runStatuses.filter(isOpenRun);
/** The states of runs that ended without success, and that a retry continues. */
export const failedStatuses: readonly RunStatus[] = ["failed", "expired"];

/** Whether a run may still change by itself. */
export const isOpen = isOpenRun;
/** Whether a run ended without success, so that a retry continues it. */
export const isFailed = (status: RunStatus): boolean => failedStatuses.includes(status);
