export { createCronBinding } from "./bindings/create-cron-binding.ts";
export { deleteCronBinding } from "./bindings/delete-cron-binding.ts";
export { previewCronBinding } from "./bindings/preview-cron-binding.ts";
export { updateCronBinding } from "./bindings/update-cron-binding.ts";
export { listCronRuns } from "./runs/list-cron-runs.ts";
export { runCronBinding } from "./runs/run-cron-binding.ts";
export { listCronBindings, getCronBinding } from "./bindings/reads.ts";
