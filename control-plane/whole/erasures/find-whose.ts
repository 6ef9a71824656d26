import type { ErasedSubject } from "@ferrule/contract/resources/erasure.ts";
import { identitiesOfUsage } from "../../observed/executions/queries/erase-traces.ts";
import { identitiesOfCaller } from "../../serving/oauth/queries/erase-callers.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { Whose } from "../../ground/store/whose.ts";
import { merged, whoseOf } from "./whose-of.ts";

/**
 * The owner of the requested data. For a caller, it adds the identities that consents, sessions and usage have, because
 * these outlive executions.
 */
export async function findWhose(scope: ProjectScope, { subject, name }: ErasedSubject): Promise<Whose> {
  const asked = whoseOf({ subject, identities: [] }, name);
  if (subject === "tenant") return asked;
  const identities = merged(await identitiesOfCaller(scope, asked), await identitiesOfUsage(scope, asked));
  return whoseOf({ subject, identities }, name);
}
