import type { ConfirmedEffect } from "@ferrule/contract/resources/confirmation.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { adds, note, removes, sidesOf, type Judge } from "./asked-change.ts";
import { judgeFunction } from "./judge-function.ts";
import { judgeMove } from "./judge-move.ts";
import { judgePolicy } from "./judge-policy.ts";

/** Every deletion needs a person. `others`: what goes with the thing, or depends on it. */
const deletionOf =
  (what: string, ...others: ConfirmedEffect[]): Judge =>
  ({ audit }) => ({
    title: `Delete the ${what} ${audit.name ?? audit.id ?? ""}.`,
    effects: [removes(`The ${what} ${audit.name ?? audit.id ?? ""} is gone, and cannot be restored.`), ...others],
    state: null,
  });

const untilDeployed = note("What is deployed keeps it until the next deployment. Callers lose it then.");

/** A tool or a route that an access token no longer needs a special scope for. */
const judgeBinding: Judge = (change) => {
  const { before, after } = sidesOf<{ scope: string | null }>(change);
  const was = before?.scope ?? null;
  if (was === null || after === null || !("scope" in after)) return null;
  const now = after.scope ?? "no special one";
  return {
    title: `Let more callers use ${change.audit.name}.`,
    effects: [adds(`The scope that a caller needs: ${was} until now, ${now} from the next deployment on.`)],
    state: was,
  };
};

/**
 * What an agent cannot do alone: change Production, delete, or widen rights. A change that is not here needs nobody, and
 * `agentOperations` says which changes an agent can make at all.
 */
export const judges: Partial<Record<OperationName, Judge>> = {
  createFunction: judgeFunction,
  updateFunction: judgeFunction,
  replaceAuthPolicy: judgePolicy,
  updateMcpBinding: judgeBinding,
  updateHttpBinding: judgeBinding,
  releaseDeployment: judgeMove,
  rollbackDeployment: judgeMove,
  deleteFunction: deletionOf(
    "Function",
    removes("Its test cases and its earlier versions go with it."),
    note("No tool, route, cron or deployment uses it. Otherwise it could not be deleted."),
  ),
  deleteTestCase: deletionOf("test case"),
  deleteRuntimeEndpoint: deletionOf(
    "endpoint",
    removes("Its tools and routes, policies, API keys, registered clients and consents go with it, at once."),
    note("Nothing is deployed on it. Otherwise it could not be deleted."),
  ),
  deleteMcpBinding: deletionOf("tool", untilDeployed),
  deleteHttpBinding: deletionOf("route", untilDeployed),
};
