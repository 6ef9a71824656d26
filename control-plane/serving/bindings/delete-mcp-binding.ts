import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { auditedMcpBinding } from "./audited-binding.ts";
import { placeOf } from "./place-of.ts";
import { lockMcpBinding, removeMcpBinding } from "./queries.ts";

/** Removes a drafted tool, resource or prompt. Callers reach it until the next deployment. */
export const deleteMcpBinding: Handlers["deleteMcpBinding"] = async ({ scope, params, ifMatch }) => {
  const row = found(await lockMcpBinding(scope, params.endpointId, params.bindingId));
  requireRevision(ifMatch, row.revision);
  await removeMcpBinding(scope, row.id);
  return { answer: undefined, audit: auditedMcpBinding(row, null, await placeOf(scope, row)) };
};
