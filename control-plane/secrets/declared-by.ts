import type { Environment } from "@ferrule/contract/states.ts";
import { servedDeclaring } from "../deployments/queries/deployed.ts";
import { draftsDeclaring } from "../functions/queries/drafts.ts";
import type { ProjectScope } from "../store/scope.ts";

/** That a Function names a secret among its permissions. */
export interface Declaration {
  functionName: string;
  secretName: string;
  /** Where what is active declares it; null: its draft does, for both environments. */
  environment: Environment | null;
}

/** Which Functions declare secrets of these names, as drafted and as deployed. */
export async function declarationsOf(scope: ProjectScope, names: readonly string[]): Promise<Declaration[]> {
  if (names.length === 0) return [];
  const [drafted, served] = await Promise.all([draftsDeclaring(scope, names), servedDeclaring(scope, names)]);
  return [...drafted.map((one) => ({ ...one, environment: null })), ...served];
}
