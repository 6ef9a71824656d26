import type { Environment } from "@ferrule/contract/states.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { listSigningSecrets } from "./queries/signing-secrets.ts";

/** The names of the HTTP APIs whose policies verify signatures with secrets, by environment and secret. */
export async function verifyingEndpoints(
  scope: ProjectScope,
): Promise<(environment: Environment, name: string) => string[]> {
  const signing = await listSigningSecrets(scope);
  return (environment, name) =>
    signing
      .filter((one) => one.environment === environment && one.secretName === name)
      .map(({ endpointName }) => endpointName);
}
