import type { Handlers } from "../../ground/handler/handler.ts";
import { createCronBinding } from "./bindings/create-cron-binding.ts";
import { deleteCronBinding } from "./bindings/delete-cron-binding.ts";
import { getCronBinding } from "./bindings/get-cron-binding.ts";
import { listCronBindings } from "./bindings/list-cron-bindings.ts";
import { previewCronBinding } from "./bindings/preview-cron-binding.ts";
import { updateCronBinding } from "./bindings/update-cron-binding.ts";
import { listCronRuns } from "./runs/list-cron-runs.ts";
import { runCronBinding } from "./runs/run-cron-binding.ts";

export const cronHandlers = {
  createCronBinding,
  deleteCronBinding,
  getCronBinding,
  listCronBindings,
  listCronRuns,
  previewCronBinding,
  runCronBinding,
  updateCronBinding,
} satisfies Partial<Handlers>;
