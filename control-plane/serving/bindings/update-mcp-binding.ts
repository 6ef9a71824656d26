import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { auditedTool } from "./audited-binding.ts";
import { changeMcpBinding, lockMcpBinding } from "./queries.ts";
import { requireEndpoint } from "./require-endpoint.ts";
import { taken } from "./taken.ts";
import { inputSchemasOf } from "../../authoring/functions/queries/functions.ts";
import { toMcpBinding } from "./to-binding.ts";

const unconfirmed = () =>
  validationError([
    { path: "body.confirmRename", message: "must be true: callers know the tool by its name, and would lose it" },
  ]);

/** Merges changes into a tool; callers see them with the next deployment. Renaming must be confirmed. */
export const updateMcpBinding: Handlers["updateMcpBinding"] = async ({ scope, params, body, ifMatch }) => {
  const { confirmRename, ...changes } = body;
  const before = found(await lockMcpBinding(scope, params.endpointId, params.bindingId));
  requireRevision(ifMatch, before.revision);
  await requireEndpoint(scope, before.endpointId, "mcp", body.functionId);
  const renames = changes.toolName !== undefined && changes.toolName !== before.toolName;
  if (renames && confirmRename !== true) throw unconfirmed();
  const row = await changeMcpBinding(scope, before.id, changes).catch(taken);
  const inputSchemas = await inputSchemasOf(scope, [row.functionId]);
  return { answer: toMcpBinding(row, inputSchemas.get(row.functionId) ?? null), audit: auditedTool(before, row) };
};
