import { deploymentOperations } from "./operations/deployments.ts";
import type { TestCounts } from "./resources/test-counts.ts";
import type { DeploymentAction, DeploymentKind, DeploymentStatus, Environment, Role } from "./states.ts";

export interface Permission {
  allowed: boolean;
  /** The reason why it is not allowed, as one sentence; null when it is. */
  reason: string | null;
}

/** The facts that decide which actions a deployment offers. A `Deployment` of the API has all of them. */
export interface ActionFacts {
  kind: DeploymentKind;
  status: DeploymentStatus;
  target: Environment;
  active: boolean;
  rollsBackTo: string | null;
  missingSecrets: readonly string[];
  /** How many tests its build ran; null: none. */
  tests: TestCounts | null;
  /** Whether a release needs tests that ran and passed. */
  testsRequired: boolean;
}

/**
 * The actions on a deployment. `retry` repeats a deployment that did not complete, with the operation of its kind:
 * `createDeployment` (of the current drafts), `releaseDeployment` of its source, or `rollbackDeployment` to its source.
 */
export const offeredActions = ["cancel", "release", "rollback", "retry"] as const satisfies readonly DeploymentAction[];
type OfferedAction = (typeof offeredActions)[number];

/** Why a release lacks the tests that the Project requires; null when it lacks none. */
function untested({ testsRequired, tests }: ActionFacts): string | null {
  if (!testsRequired || tests?.failed === 0) return null;
  return tests === null
    ? "This Project releases only what its tests have passed, and this deployment ran none. Deploy again to run them."
    : `This Project releases only what its tests have passed, and ${tests.failed} of this deployment failed.`;
}

const refusals: Record<OfferedAction, (deployment: ActionFacts) => string | null> = {
  cancel: ({ status }) =>
    status === "queued" || status === "building"
      ? null
      : `Only a deployment that is queued or building can be cancelled; this one is ${status}.`,
  release: (deployment) => {
    const { status, target, missingSecrets } = deployment;
    if (target !== "development") return "Only a deployment of Development can be released.";
    if (status !== "completed") return `Only a completed deployment can be released; this one is ${status}.`;
    if (missingSecrets.length > 0) return `Production lacks secrets that it needs: ${missingSecrets.join(", ")}.`;
    return untested(deployment);
  },
  rollback: ({ status, target, active, rollsBackTo }) => {
    if (status !== "completed") return `You can return only to a completed deployment; this one is ${status}.`;
    if (rollsBackTo !== null) return null;
    return active
      ? `There is no earlier deployment that ${target} could return to.`
      : `Nothing would change: ${target} already serves the same.`;
  },
  retry: (deployment) => {
    const { kind, status, missingSecrets } = deployment;
    if (status !== "failed" && status !== "cancelled")
      return `You can retry only a failed or cancelled deployment; this one is ${status}.`;
    if (kind !== "release") return null;
    if (missingSecrets.length > 0) return `Production lacks secrets that it needs: ${missingSecrets.join(", ")}.`;
    return untested(deployment);
  },
};

const everywhere = (roles: readonly Role[]) => ({ development: roles, production: roles });

const rolesOf: Record<DeploymentKind, Record<Environment, readonly Role[]>> = {
  deploy: everywhere(deploymentOperations.createDeployment.roles),
  release: everywhere(deploymentOperations.releaseDeployment.roles),
  rollback: deploymentOperations.rollbackDeployment.rolesIn,
};

function rolesFor(action: OfferedAction, { kind, target }: ActionFacts): readonly Role[] {
  if (action === "cancel") return deploymentOperations.cancelDeployment.rolesIn[target];
  return rolesOf[action === "retry" ? kind : action][target];
}

/**
 * Whether a user with `role` may take `action` on a deployment; the server and its clients both use this.
 */
export function can(deployment: ActionFacts, action: OfferedAction, role: Role): Permission {
  const reason = rolesFor(action, deployment).includes(role)
    ? refusals[action](deployment)
    : `Your role does not allow this in ${action === "release" ? "production" : deployment.target}.`;
  return { allowed: reason === null, reason };
}

/** Every action that has an operation, and whether it is allowed; all of `roles` must allow it. */
export function availableActions(
  deployment: ActionFacts,
  roles: readonly Role[],
): ({ action: DeploymentAction } & Permission)[] {
  return offeredActions.map((action) => {
    const refused = roles.map((role) => can(deployment, action, role)).find(({ allowed }) => !allowed);
    return { action, allowed: refused === undefined, reason: refused?.reason ?? null };
  });
}
