import type { Handlers } from "../http/handler.ts";
import { createCronBinding } from "./create-cron-binding.ts";
import { deleteCronBinding } from "./delete-cron-binding.ts";
import { getCronBinding } from "./get-cron-binding.ts";
import { listCronBindings } from "./list-cron-bindings.ts";
import { updateCronBinding } from "./update-cron-binding.ts";

export const cronBindingHandlers = {
  createCronBinding,
  deleteCronBinding,
  getCronBinding,
  listCronBindings,
  updateCronBinding,
} satisfies Partial<Handlers>;
