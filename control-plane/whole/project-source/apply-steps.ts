// Why: docs/decisions/previews-undo-pushes.md
import { violates } from "../../ground/store/constraint.ts";
import { holdRead } from "../../ground/store/rows/rows-of.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { changingUris } from "../../serving/bindings/queries.ts";
import type { Applying, Step, StepKind } from "../planning/step.ts";

/** The table of each kind, in the order in which rows are locked. */
const tables = {
  library: "libraries",
  "data-collection": "dataCollections",
  function: "functions",
  "runtime-endpoint": "runtimeEndpoints",
  "auth-policy": "authPolicies",
  "data-collection-grant": "dataCollectionGrants",
  "mcp-binding": "mcpBindings",
  "http-binding": "httpBindings",
  "cron-binding": "cronBindings",
} as const satisfies Record<StepKind, string>;

/** What somebody may have created, under the same name, since the plan was made. */
const constraints = [
  "functions_slug_taken",
  "libraries_name_taken",
  "libraries_import_taken",
  "data_collections_name_taken",
  "runtime_endpoints_slug_taken",
  "mcp_bindings_tool_taken",
  "http_bindings_route_taken",
];

/** Somebody has changed, since the plan was made, what it changes. The transaction must end. */
export class Outdated extends Error {
  override name = "Outdated";
}

/**
 * Locks the rows of a plan, and applies it.
 * @throws Outdated; PublicError as the single changes throw
 */
export async function applySteps(
  scope: ProjectScope,
  steps: readonly Step<StepKind>[],
  applying: Applying,
): Promise<void> {
  for (const kind of Object.keys(tables) as StepKind[]) {
    const read = steps.flatMap((step) => (step.kind === kind && step.row !== null ? [step.row] : []));
    if (!(await holdRead(scope, tables[kind], read))) throw new Outdated();
  }
  try {
    await changingUris(scope, async () => {
      for (const step of steps) await step.apply(applying);
    });
  } catch (error) {
    if (constraints.some((constraint) => violates(error, constraint))) throw new Outdated();
    throw error;
  }
}
