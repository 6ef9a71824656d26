import { z } from "zod";
import { operation } from "../operation.ts";
import {
  createdDeployment,
  deployment,
  deploymentDetail,
  deploymentPreview,
  newDeployment,
  newRelease,
  newRollback,
} from "../resources/deployment.ts";
import { environment, listOf, page, pathId } from "../resources/fields.ts";
import { deploymentStatuses } from "../states.ts";

const params = z.strictObject({ projectDeploymentId: pathId });
const shared = { tag: "Deployments", scope: "project" } as const;

/** Specification 4.5: Project-wide deployments. */
export const deploymentOperations = {
  listDeployments: operation({
    ...shared,
    method: "GET",
    path: "/api/deployments",
    summary: "List deployments; poll it for status",
    roles: "any",
    query: z.strictObject({ ...page, target: environment.optional(), status: z.enum(deploymentStatuses).optional() }),
    response: listOf(deployment),
    status: 200,
    audit: null,
    transaction: "handler",
  }),
  createDeployment: operation({
    ...shared,
    method: "POST",
    path: "/api/deployments",
    summary: "Deploy the Project's drafts to Development, asynchronously",
    roles: ["owner", "admin", "developer"],
    body: newDeployment.prefault({}),
    response: createdDeployment,
    status: 202,
    audit: "deployment.create",
    idempotent: true,
  }),
  releaseDeployment: operation({
    ...shared,
    method: "POST",
    path: "/api/deployments/release",
    summary: "Release a completed development deployment to Production; nothing is built",
    roles: ["owner", "admin", "operator"],
    body: newRelease,
    response: deployment,
    status: 202,
    errors: ["NOT_FOUND", "INVALID_STATE", "DEPLOYMENT_IN_PROGRESS"],
    audit: "deployment.release",
    idempotent: true,
  }),
  previewDeployment: operation({
    ...shared,
    method: "GET",
    path: "/api/deployments/preview",
    summary: "What a deployment of the drafts, a release or a rollback would change now",
    roles: "any",
    query: z
      .strictObject({ target: environment.default("development"), projectDeploymentId: pathId.optional() })
      .refine(({ target, projectDeploymentId }) => target === "development" || projectDeploymentId !== undefined, {
        path: ["projectDeploymentId"],
        message: "says what Production would serve: drafts are never deployed to it",
      }),
    response: deploymentPreview,
    status: 200,
    errors: ["NOT_FOUND", "INVALID_STATE"],
    audit: null,
  }),
  getDeployment: operation({
    ...shared,
    method: "GET",
    path: "/api/deployments/:projectDeploymentId",
    summary: "One deployment with its log",
    roles: "any",
    params,
    response: deploymentDetail,
    status: 200,
    audit: null,
    transaction: "handler",
  }),
  cancelDeployment: operation({
    ...shared,
    method: "POST",
    path: "/api/deployments/:projectDeploymentId/cancel",
    summary: "Cancel one that is queued or building",
    roles: ["owner", "admin", "developer", "operator"],
    rolesIn: { development: ["owner", "admin", "developer"], production: ["owner", "admin", "operator"] },
    params,
    response: deployment,
    status: 200,
    errors: ["INVALID_STATE"],
    audit: "deployment.cancel",
  }),
  rollbackDeployment: operation({
    ...shared,
    method: "POST",
    path: "/api/deployments/:projectDeploymentId/rollback",
    summary: "Return its target to an earlier deployment; nothing is built",
    roles: ["owner", "admin", "developer", "operator"],
    rolesIn: {
      development: ["owner", "admin", "developer", "operator"],
      production: ["owner", "admin", "operator"],
    },
    params,
    body: newRollback.prefault({}),
    response: deployment,
    status: 202,
    errors: ["INVALID_STATE", "DEPLOYMENT_IN_PROGRESS"],
    audit: "deployment.rollback",
    idempotent: true,
  }),
};
