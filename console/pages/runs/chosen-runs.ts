import type { Environment, RunStatus } from "@ferrule/contract/states.ts";
import type { InputOf } from "../../api/use-operation.ts";
import { failedStatuses, openStatuses } from "./run-states.ts";
import type { RunsSearch } from "./search.ts";

export type BulkAct = "retry" | "cancel";
export type ChosenRuns = NonNullable<InputOf<"retryRuns">["body"]>;

/** The states of the runs that an action takes. */
const taken: Readonly<Record<BulkAct, readonly RunStatus[]>> = { retry: failedStatuses, cancel: openStatuses };

/** The states of the runs that an action takes from a list that shows only `status`, or every state. */
export const takenOf = (act: BulkAct, status: RunStatus | undefined): readonly RunStatus[] =>
  status !== undefined && taken[act].includes(status) ? [status] : taken[act];

/** The runs of a filtered list, as the operations for many runs choose them. */
export function chosenRuns(act: BulkAct, search: RunsSearch, environment: Environment): ChosenRuns {
  const { status, mode, functionId, cronBindingId, source, tenantId, errorCode, deploymentId, since } = search;
  return {
    environment,
    ...(mode === undefined ? {} : { modes: [mode] }),
    ...(cronBindingId === undefined ? {} : { cronBindingId }),
    ...(status !== undefined && taken[act].includes(status) ? { status } : {}),
    ...(functionId === undefined ? {} : { functionId }),
    ...(source === undefined ? {} : { source }),
    ...(tenantId === undefined ? {} : { tenantId }),
    ...(errorCode === undefined ? {} : { errorCode }),
    ...(deploymentId === undefined ? {} : { deploymentId }),
    ...(since === undefined ? {} : { since }),
  };
}

/** Why a filtered list cannot be changed as a whole; null when it can. */
export const notAsAWhole = ({ key, parentId }: RunsSearch): string | null =>
  key === undefined && parentId === undefined
    ? null
    : "Remove the filters for key and parent first: they do not choose runs to change.";
