import type { Environment } from "@ferrule/contract/states.ts";
import { servedDeclaring } from "../deployments/queries/deployed.ts";
import { draftsDeclaring } from "../functions/queries/drafts.ts";
import type { ProjectScope } from "../store/scope.ts";
import { listSigningSecrets } from "./queries/signing-secrets.ts";

/** A Function that names a secret among its permissions. */
export interface Declaration {
  functionName: string;
  secretName: string;
  /** The environment whose active deployment declares it; null when the draft does, which counts for both. */
  environment: Environment | null;
}

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

/** Which Functions declare secrets with these names, both drafted and deployed. */
export async function declarationsOf(scope: ProjectScope, names: readonly string[]): Promise<Declaration[]> {
  if (names.length === 0) return [];
  const [drafted, served] = await Promise.all([draftsDeclaring(scope, names), servedDeclaring(scope, names)]);
  return [...drafted.map((one) => ({ ...one, environment: null })), ...served];
}
