import { findFunction } from "../../authoring/functions/queries/functions.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { findEndpoint } from "../runtime-endpoints/queries.ts";

/** The slugs of the endpoint and of the Function of a binding; null where it has none. */
export async function placeOf(
  scope: ProjectScope,
  { endpointId, functionId }: { endpointId: string; functionId: string | null },
): Promise<{ endpoint: string | null; function: string | null }> {
  const endpoint = await findEndpoint(scope, endpointId);
  const bound = functionId === null ? undefined : await findFunction(scope, functionId);
  return { endpoint: endpoint?.slug ?? null, function: bound?.slug ?? null };
}
