import { readDeployedInputs } from "../../../releases/deployments/queries/deployed.ts";
import { readDraftInputs } from "../../../authoring/functions/queries/drafts.ts";
import type { JsonSchema } from "@ferrule/contract/internal/artifact.ts";
import type { Environment } from "@ferrule/contract/states.ts";
import { noInput } from "../../../releases/deployments/artifacts/assemble-artifact.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/** What a Function takes, and whether that comes from the deployed revision or the draft. */
export type InputContract =
  | { from: "deployed" | "draft"; inputSchema: JsonSchema }
  | { from: "unknown"; inputSchema: null };

/**
 * The input contract of the Function that a cron of this environment calls. It is that of the deployed revision,
 * because that is what runs. Before the first deployment it is that of the last checked draft; `unknown` until a build
 * or a validation has read the draft.
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
  // JSON `null` arrives as null, too.
  if (draft?.inputSchema != null) return { from: "draft", inputSchema: draft.inputSchema };
  return draft?.hasDerived === true ? { from: "draft", inputSchema: noInput } : { from: "unknown", inputSchema: null };
}
