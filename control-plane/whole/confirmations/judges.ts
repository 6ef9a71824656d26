import { targetParts } from "@ferrule/contract/mcp-bindings/target-of.ts";
import type { ConfirmedEffect, ConfirmedNames } from "@ferrule/contract/resources/confirmation.ts";
import type { OperationName } from "@ferrule/contract/operations.ts";
import { adds, note, removes, sidesOf, type Judge } from "./asked-change.ts";
import { judgeFunction } from "./judge-function.ts";
import { judgeMove } from "./judge-move.ts";
import { judgePolicy } from "./judge-policy.ts";

/** What an audit event says of a deletion beside what the thing was: where it was, and what goes with it. */
interface Gone {
  endpoint?: string | null;
  function?: string | null;
  goesWith?: ConfirmedNames[];
}

/**
 * Every deletion needs a person, who reads the names of what goes with the thing. If something else would go with it by
 * the time of the change, the confirmation does not count. `others`: what goes with it besides, or depends on it.
 */
const deletionOf =
  (what: string, ...others: ConfirmedEffect[]): Judge =>
  ({ audit }) => {
    const { endpoint = null, function: owner = null, goesWith: groups = [] } = (audit.changes ?? {}) as Gone;
    const place =
      endpoint !== null ? ` of the endpoint ${endpoint}` : owner !== null ? ` of the Function ${owner}` : "";
    const thing = `${what} ${audit.name ?? audit.id ?? ""}${place}`;
    return {
      title: `Delete the ${thing}.`,
      effects: [
        removes(`The ${thing} is gone, and cannot be restored.`),
        ...(endpoint === null || owner === null ? [] : [note(`It calls the Function ${owner}, which stays.`)]),
        ...others,
      ],
      ...(groups.length === 0 ? {} : { detail: { kind: "names" as const, groups } }),
      state: groups.length === 0 ? null : groups,
    };
  };

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
    removes("Its test cases, its earlier versions and its grants of collections go with it."),
    note("No tool, route, cron or deployment uses it. Otherwise it could not be deleted."),
  ),
  deleteTestCase: deletionOf("test case"),
  deleteRuntimeEndpoint: deletionOf(
    "endpoint",
    removes("Its tools and routes, policies, API keys, registered clients and consents go with it, at once."),
    note("Nothing is deployed on it. Otherwise it could not be deleted."),
  ),
  deleteMcpBinding: (change) => {
    const { kind, name } = targetParts(change.audit.name ?? "");
    return deletionOf(kind, untilDeployed)({ ...change, audit: { ...change.audit, name } });
  },
  deleteHttpBinding: deletionOf("route", untilDeployed),
};
