import { readDeployedInputs } from "../../../releases/deployments/queries/deployed.ts";
import { readDraftInputs } from "../../../authoring/functions/queries/drafts.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { noInput } from "../../../releases/deployments/artifacts/assemble-artifact.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** The input that a Function takes, and whether the deployed revision or the draft says so. */
export type InputContract =
  | { from: "deployed" | "draft"; inputSchema: JsonSchema }
  | { from: "unknown"; inputSchema: null };

/**
 * The input contract of the Function that a cron of this environment calls. It comes from the deployed revision,
 * because that one runs. Before the first deployment it comes from the last checked draft; it is `unknown` until a
 * build or a validation has read the draft.
 */
export async function inputContract(
  scope: ProjectScope,
  functionId: string,
  environment: Environment,
): Promise<InputContract> {
  const [deployed, [draft]] = await Promise.all([
    readDeployedInputs(scope, [functionId]),
    readDraftInputs(scope, [functionId]),
  ]);
  const running = deployed.find((one) => one.environment === environment);
  if (running?.inputSchema != null) return { from: "deployed", inputSchema: running.inputSchema };
  // A JSON `null` in the column also arrives as null.
  if (draft?.inputSchema != null) return { from: "draft", inputSchema: draft.inputSchema };
  return draft?.hasDerived === true ? { from: "draft", inputSchema: noInput } : { from: "unknown", inputSchema: null };
}
