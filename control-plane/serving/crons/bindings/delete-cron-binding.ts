import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { requireRevision } from "../../../ground/handler/require-revision.ts";
import { auditedCronBinding } from "./audited-cron-binding.ts";
import { lockCronBinding, removeCronBinding } from "../queries/bindings.ts";

/** Removes the binding with its runs. An attempt that is under way completes, and its execution stays. */
export const deleteCronBinding: Handlers["deleteCronBinding"] = async ({ scope, params, ifMatch }) => {
  const row = found(await lockCronBinding(scope, params.cronBindingId));
  requireRevision(ifMatch, row.revision);
  await removeCronBinding(scope, row.id);
  return { answer: undefined, audit: auditedCronBinding(row, null) };
};
