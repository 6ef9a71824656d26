import { z } from "zod";
import { operation } from "./operation.ts";
import {
  createdDeployment,
  deployment,
  deploymentDetail,
  deploymentOffers,
  deploymentPreview,
  draftsChecked,
  newDeployment,
  newRelease,
  newRollback,
  pendingChanges,
} from "../resources/deployment.ts";
import { environment, givenTime, listOf, page, pathId } from "../resources/fields.ts";
import { deploymentStatuses } from "../states.ts";

const shared = { tag: "Deployments", scope: "project", whenManaged: "allowed" } as const;

/** Project-wide deployments. */
export const deploymentOperations = {
  listDeployments: operation({
    ...shared,
    method: "GET",
    path: "/api/deployments",
    summary: "List deployments; poll it for status",
    roles: "any",
    query: z.strictObject({
      ...page,
      target: environment.optional(),
      status: z.enum(deploymentStatuses).optional(),
      /** Only those that were requested at or after this. */
      from: givenTime.optional(),
      /** Only those that were requested before this. */
      to: givenTime.optional(),
    }),
    response: listOf(deployment),
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
    summary: "Release a deployment of Development to Production",
    description: "It must be completed. Nothing is built.",
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
    summary: "Preview a deployment, a release or a rollback",
    description: "What it would change now.",
    roles: "any",
    query: z
      .strictObject({ target: environment.default("development"), projectDeploymentId: pathId.optional() })
      .refine(({ target, projectDeploymentId }) => target === "development" || projectDeploymentId !== undefined, {
        path: ["projectDeploymentId"],
        message: "says what Production would serve: drafts are never deployed to it",
      }),
    response: deploymentPreview,
    errors: ["NOT_FOUND", "INVALID_STATE"],
  }),
  checkDrafts: operation({
    ...shared,
    method: "POST",
    path: "/api/deployments/preview/check",
    summary: "Validate the drafts that the preview calls unchecked",
    description: "For some seconds. Repeat it with the cursor.",
    roles: ["owner", "admin", "developer"],
    body: z.strictObject({ cursor: pathId.optional() }).prefault({}),
    response: draftsChecked,
    audit: null,
    transaction: "handler",
  }),
  countPendingChanges: operation({
    ...shared,
    method: "GET",
    path: "/api/deployments/pending",
    summary: "Count the draft changes that Development does not serve",
    description: "Cheap enough to poll.",
    roles: "any",
    response: pendingChanges,
  }),
  getDeployment: operation({
    ...shared,
    method: "GET",
    path: "/api/deployments/:projectDeploymentId",
    summary: "One deployment with its log",
    roles: "any",
    response: deploymentDetail,
    transaction: "handler",
  }),
  getDeploymentOffers: operation({
    ...shared,
    method: "GET",
    path: "/api/deployments/:projectDeploymentId/offers",
    summary: "What a completed deployment offers, first what it changed",
    roles: "any",
    response: deploymentOffers,
  }),
  cancelDeployment: operation({
    ...shared,
    method: "POST",
    path: "/api/deployments/:projectDeploymentId/cancel",
    summary: "Cancel one that is queued or building",
    roles: ["owner", "admin", "developer", "operator"],
    rolesIn: { development: ["owner", "admin", "developer"], production: ["owner", "admin", "operator"] },
    response: deployment,
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
    body: newRollback.prefault({}),
    response: deployment,
    status: 202,
    errors: ["INVALID_STATE", "DEPLOYMENT_IN_PROGRESS"],
    audit: "deployment.rollback",
    idempotent: true,
  }),
};
