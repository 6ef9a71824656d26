import type { Environment } from "@ferrule/contract/states.ts";
import { listSigningSecrets } from "../../../data/secrets/queries/signing-secrets.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";

/**
 * The names of the secrets that an artifact needs in an environment, sorted, each once: those that its Functions
 * declare, and those with which the policies of its endpoints verify signatures there.
 * @param declared the names that its Functions declare
 */
export async function neededSecrets(
  scope: ProjectScope,
  target: Environment,
  declared: readonly string[],
  endpointIds: Iterable<string>,
): Promise<string[]> {
  const endpoints = new Set(endpointIds);
  const signing = (await listSigningSecrets(scope, target)).filter(({ endpointId }) => endpoints.has(endpointId));
  return [...new Set([...declared, ...signing.map(({ secretName }) => secretName)])].sort();
}
