import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import { environments } from "@ferrule/contract/states.ts";
import { filledCaller } from "../../serving/auth-policies/check-caller.ts";
import { changePolicy, lockPolicy } from "../../serving/auth-policies/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireTools } from "../../serving/runtime-endpoints/require-tools.ts";
import { changeEndpoint, type RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { endpointPart, policyPart } from "./manifest-parts.ts";
import { authors, keepers, stepOf, type Step } from "./step.ts";

/** The changes that a manifest would make to the endpoint itself. Kind and slug always stay. */
export function planEndpoint(scope: ProjectScope, endpoint: RuntimeEndpointRow, { endpoint: given }: Manifest): Step[] {
  const before = endpointPart(endpoint);
  requireTools(endpoint.kind, given.unknownArguments);
  return stepOf({
    kind: "runtime-endpoint",
    name: endpoint.slug,
    roles: authors,
    before,
    after: { ...given, slug: before.slug },
    apply: async () => {
      const { name, description, instructions, unknownArguments, limits } = given;
      await changeEndpoint(scope, endpoint.id, { name, description, instructions, unknownArguments, ...limits });
    },
  });
}

/** The changes that it would make to the endpoint's policies, if the manifest has any. */
export async function planPolicies(
  scope: ProjectScope,
  endpoint: RuntimeEndpointRow,
  { policies }: Manifest,
): Promise<Step[]> {
  if (policies === undefined) return [];
  const steps: Step[] = [];
  for (const environment of environments) {
    const row = found(await lockPolicy(scope, endpoint.id, environment));
    const given = policies[environment];
    const after = { ...given, caller: filledCaller(given.caller) };
    const apply = async () => {
      await changePolicy(scope, row.id, after);
    };
    steps.push(
      ...stepOf({ kind: "auth-policy", name: environment, roles: keepers, before: policyPart(row), after, apply }),
    );
  }
  return steps;
}
