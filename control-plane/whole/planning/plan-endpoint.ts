import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import { environments } from "@ferrule/contract/states.ts";
import { filledCaller } from "../../serving/auth-policies/check-caller.ts";
import {
  changePolicy,
  findPolicy,
  firstPolicy,
  insertFirstPolicies,
  type AuthPolicyRow,
} from "../../serving/auth-policies/queries.ts";
import { found } from "../../ground/handler/not-found.ts";
import {
  changeEndpoint,
  insertEndpoint,
  removeEndpoint,
  type RuntimeEndpointRow,
} from "../../serving/runtime-endpoints/queries.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { KnownIds } from "./known-ids.ts";
import { endpointPart, policyPart, type PolicyPart } from "./parts.ts";
import { authors, keepers, stepOf, type Step } from "./step.ts";

/** What is written so that an endpoint is as given; `row` undefined: it is created. Kind and slug always stay. */
export function planEndpoint(
  scope: ProjectScope,
  given: Manifest["endpoint"],
  { row, ids }: { row: RuntimeEndpointRow | undefined; ids: KnownIds },
): Step<"runtime-endpoint">[] {
  const before = row === undefined ? null : endpointPart(row);
  const slug = before?.slug ?? given.slug;
  return stepOf({
    row,
    kind: "runtime-endpoint",
    name: slug,
    roles: authors,
    before,
    after: { ...given, slug },
    apply: async () => {
      const { kind, name, description, instructions, unknownArguments, limits } = given;
      const texts = { name, description, instructions, unknownArguments, ...limits };
      if (row !== undefined) return changeEndpoint(scope, row.id, texts);
      const { id } = await insertEndpoint(scope, { ...texts, kind, slug });
      await insertFirstPolicies(scope, id);
      return ids.endpoints.set(slug, id);
    },
  });
}

/** A policy as it is stored. */
export const storedPolicy = (given: PolicyPart): PolicyPart => ({ ...given, caller: filledCaller(given.caller) });

interface Present {
  /** The endpoint's slug. */
  endpoint: string;
  ids: KnownIds;
  /** None where the endpoint is created: it gets the usual ones first. */
  rows: readonly AuthPolicyRow[];
}

/** What is written so that an endpoint has these policies. */
export function planPolicies(
  scope: ProjectScope,
  policies: NonNullable<Manifest["policies"]>,
  { endpoint, ids, rows }: Present,
): Step<"auth-policy">[] {
  return environments.flatMap((environment) => {
    const row = rows.find((one) => one.environment === environment);
    const after = storedPolicy(policies[environment]);
    return stepOf({
      row,
      kind: "auth-policy",
      name: environment,
      within: endpoint,
      roles: keepers,
      before: row === undefined ? firstPolicy() : policyPart(row),
      after,
      apply: async () => {
        const present = row ?? (await findPolicy(scope, found(ids.endpoints.get(endpoint)), environment));
        await changePolicy(scope, found(present).id, after);
      },
    });
  });
}

/** Its bindings, policies, keys and grants are removed with an endpoint. The caller has found that nothing serves it. */
export const removeEndpoints = (scope: ProjectScope, rows: readonly RuntimeEndpointRow[]): Step<"runtime-endpoint">[] =>
  rows.flatMap((row) =>
    stepOf({
      row,
      kind: "runtime-endpoint",
      name: row.slug,
      roles: authors,
      before: endpointPart(row),
      after: null,
      apply: () => removeEndpoint(scope, row.id),
    }),
  );
