import type { Operations } from "@ferrule/contract/operations.ts";
import type { McpContent } from "@ferrule/contract/resources/mcp-fields.ts";
import type { HandlerContext, Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { keepContents, placeOfContent } from "../../releases/deployments/queries/kept-contents.ts";
import { auditedMcpBinding } from "./audited-binding.ts";
import { changeMcpBinding, lockMcpBinding, type McpBindingRow } from "./queries.ts";
import { readContent } from "./read-content.ts";
import { requireEndpoint } from "./require-endpoint.ts";
import { requireWhole } from "./require-whole.ts";
import { taken } from "./taken.ts";
import { toMcpBinding } from "./to-binding.ts";
import { warnedInput } from "./warned-input.ts";

type Changes = Omit<HandlerContext<Operations["updateMcpBinding"]>["body"], "confirmRename">;

/** @throws PublicError VALIDATION_ERROR when callers would lose what they know, and nobody confirmed it */
function requireConfirmed(before: McpBindingRow, { toolName, uri }: Changes): void {
  const renames = toolName !== undefined && toolName !== before.toolName;
  const moves = uri !== undefined && uri !== before.uri;
  if (!renames && !moves) return;
  const known = moves ? "its URI" : "its name";
  const message = `must be true: callers know the ${before.kind} by ${known}, and would lose it`;
  throw validationError([{ path: "body.confirmRename", message }]);
}

/** A binding with its changes, as it will be. */
const changed = (before: McpBindingRow, content: McpContent | null, changes: Changes) => ({
  ...before,
  content,
  ...(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<McpBindingRow>),
});

/** Merges changes into a binding; callers see them with the next deployment. A new name or URI must be confirmed. */
export const updateMcpBinding: Handlers["updateMcpBinding"] = async ({ scope, params, body, ifMatch }) => {
  const { confirmRename, ...changes } = body;
  const before = found(await lockMcpBinding(scope, params.endpointId, params.bindingId));
  requireRevision(ifMatch, before.revision);
  requireWhole(changed(before, await readContent(scope, before), changes));
  await requireEndpoint(scope, before.endpointId, "mcp", body.functionId);
  if (confirmRename !== true) requireConfirmed(before, changes);
  const { content, ...others } = changes;
  if (content !== undefined && content !== null) await keepContents(scope, [content]);
  const kept = content === undefined ? {} : placeOfContent(content);
  const row = await changeMcpBinding(scope, before.id, { ...others, ...kept }).catch(taken);
  const inputOf = await warnedInput(scope, [row]);
  return { answer: toMcpBinding(row, inputOf(row)), audit: auditedMcpBinding(before, row) };
};
