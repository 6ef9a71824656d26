import type { Handlers } from "../../ground/handler/handler.ts";
import { cancelDeployment } from "./cancel-deployment.ts";
import { checkDrafts } from "./check-drafts.ts";
import { countPendingChanges } from "./count-pending-changes.ts";
import { createDeployment } from "./create-deployment.ts";
import { getDeployment } from "./get-deployment.ts";
import { getDeploymentOffers } from "./get-deployment-offers.ts";
import { listDeployments } from "./list-deployments.ts";
import { previewDeployment } from "./preview-deployment.ts";
import { releaseDeployment } from "./release-deployment.ts";
import { rollbackDeployment } from "./rollback-deployment.ts";

export const deploymentHandlers = {
  listDeployments,
  createDeployment,
  releaseDeployment,
  previewDeployment,
  checkDrafts,
  countPendingChanges,
  getDeployment,
  getDeploymentOffers,
  cancelDeployment,
  rollbackDeployment,
} satisfies Partial<Handlers>;
