export { cancelDeployment } from "./cancel-deployment.ts";
export { checkDrafts } from "./check-drafts.ts";
export { countPendingChanges } from "./count-pending-changes.ts";
export { createDeployment } from "./create-deployment.ts";
export { getDeploymentOffers } from "./get-deployment-offers.ts";
export { previewDeployment } from "./preview-deployment.ts";
export { releaseDeployment } from "./release-deployment.ts";
export { rollbackDeployment } from "./rollback-deployment.ts";
export { listDeployments, getDeployment } from "./reads.ts";
