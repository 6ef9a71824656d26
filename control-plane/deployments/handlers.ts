import type { Handlers } from "../http/handler.ts";
import { cancelDeployment } from "./cancel-deployment.ts";
import { createDeployment } from "./create-deployment.ts";
import { getDeployment } from "./get-deployment.ts";
import { listDeployments } from "./list-deployments.ts";
import { previewDeployment } from "./preview-deployment.ts";
import { releaseDeployment } from "./release-deployment.ts";
import { rollbackDeployment } from "./rollback-deployment.ts";

export const deploymentHandlers = {
  listDeployments,
  createDeployment,
  releaseDeployment,
  previewDeployment,
  getDeployment,
  cancelDeployment,
  rollbackDeployment,
} satisfies Partial<Handlers>;
