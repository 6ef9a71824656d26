import { dataType } from "@ferrule/contract/data-type.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { listInputs } from "./queries/drafts.ts";

/**
 * The Project's Functions by slug, with the TypeScript type of the input: of its own schema, or of the one that was
 * last derived; `unknown` when there is neither.
 */
export async function listTypedFunctions(scope: ProjectScope): Promise<{ name: string; type: string }[]> {
  const rows = await listInputs(scope);
  return rows.map(({ slug, inputSchema }) => ({
    name: slug,
    type: inputSchema === null ? "unknown" : dataType(inputSchema),
  }));
}
