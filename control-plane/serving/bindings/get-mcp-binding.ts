import { inputSchemasOf } from "../../authoring/functions/queries/functions.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findMcpBinding } from "./queries.ts";
import { toMcpBinding } from "./to-binding.ts";

export const getMcpBinding: Handlers["getMcpBinding"] = async ({ scope, params }) => {
  const row = found(await findMcpBinding(scope, params.endpointId, params.bindingId));
  const inputSchemas = await inputSchemasOf(scope, [row.functionId]);
  return toMcpBinding(row, inputSchemas.get(row.functionId) ?? null);
};
