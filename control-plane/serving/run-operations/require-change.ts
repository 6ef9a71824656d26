import { operations } from "@ferrule/contract/operations.ts";
import { operationsOfRuns, type ChangeOfRuns } from "@ferrule/contract/operations-of-runs.ts";
import { runModes, type Environment, type RunMode } from "@ferrule/contract/states.ts";
import type { Actor } from "../../ground/handler/handler.ts";
import { mayIn, requireRoleIn } from "../../ground/handler/require-role-in.ts";
import type { ListedRunRow } from "./queries/runs.ts";

const ruleOf = (change: ChangeOfRuns, mode: RunMode) => operations[operationsOfRuns[change][mode]];

/** The audit action of a change of a run of this mode. */
export const actionOf = (change: ChangeOfRuns, mode: RunMode): string => ruleOf(change, mode).audit;

/**
 * The check of the role for a change of one run: who may deliver deliveries again and run crons may do so here.
 * @throws PublicError FORBIDDEN
 */
export const requireChange = (
  change: ChangeOfRuns,
  { mode, environment }: Pick<ListedRunRow, "mode" | "environment">,
  actor: Actor,
): void => requireRoleIn(ruleOf(change, mode), environment, actor);

/**
 * The modes in which the actor changes runs of an environment: those that are asked for, or all that the roles allow.
 * @throws PublicError FORBIDDEN when one is asked for that they do not allow
 */
export function changedModes(
  change: ChangeOfRuns,
  { environment, modes }: { environment: Environment; modes?: readonly RunMode[] | undefined },
  actor: Actor,
): readonly RunMode[] {
  for (const mode of modes ?? []) requireRoleIn(ruleOf(change, mode), environment, actor);
  return modes ?? runModes.filter((mode) => mayIn(ruleOf(change, mode), environment, actor));
}
