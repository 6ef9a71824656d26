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

type ContractOf = (functionId: string, environment: Environment) => InputContract;

/**
 * The input contracts of Functions that crons call, by Function and environment. It is that of the deployed revision,
 * because that is what runs. Before the first deployment it is that of the last checked draft; `unknown` until a build
 * or a validation has read the draft.
 */
export async function inputContracts(scope: ProjectScope, functionIds: readonly string[]): Promise<ContractOf> {
  const [deployed, drafted] = await Promise.all([
    readDeployedInputs(scope, functionIds),
    readDraftInputs(scope, functionIds),
  ]);
  const runningBy = new Map(deployed.map((one) => [`${one.functionId} ${one.environment}`, one]));
  const draftBy = new Map(drafted.map((one) => [one.functionId, one]));
  return (functionId, environment) => {
    const running = runningBy.get(`${functionId} ${environment}`);
    if (running?.inputSchema != null) return { from: "deployed", inputSchema: running.inputSchema };
    const draft = draftBy.get(functionId);
    // JSON `null` arrives as null, too.
    if (draft?.inputSchema != null) return { from: "draft", inputSchema: draft.inputSchema };
    return draft?.hasDerived === true
      ? { from: "draft", inputSchema: noInput }
      : { from: "unknown", inputSchema: null };
  };
}

/** The contract of one Function: see `inputContracts`. */
export const inputContract = async (
  scope: ProjectScope,
  functionId: string,
  environment: Environment,
): Promise<InputContract> => (await inputContracts(scope, [functionId]))(functionId, environment);
