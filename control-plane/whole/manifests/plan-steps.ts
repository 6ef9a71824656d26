import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";
import { knownIds } from "../planning/known-ids.ts";
import { sortedBy } from "../planning/parts.ts";
import { lackingBindings, planBindings, removeBindings } from "../planning/plan-bindings.ts";
import { planCollections } from "../planning/plan-collections.ts";
import { planEndpoint, planPolicies } from "../planning/plan-endpoint.ts";
import { planFunctions, storedFunctions } from "../planning/plan-functions.ts";
import { lackingGrants, planGrants, removeGrants, type GrantName } from "../planning/plan-grants.ts";
import { planLibraries, storedLibraries } from "../planning/plan-libraries.ts";
import type { Step } from "../planning/step.ts";
import { endpointItself, grantsOf } from "./grants-of.ts";
import type { Present } from "./read-present.ts";

const nameOf: GrantName = ({ collection, environment, subject }) => `${collection}: ${subject.slug} in ${environment}`;

/** The steps of a manifest's import into an endpoint, in order. */
export function planSteps(
  scope: ProjectScope,
  row: RuntimeEndpointRow,
  { manifest, present }: { manifest: Manifest; present: Present },
): Step[] {
  const endpoint = row.slug;
  const ids = knownIds({
    functions: present.functions,
    collections: present.collections.map((held) => held.row),
    endpoints: [row, { slug: endpointItself, id: row.id }],
  });
  const own = new Set(manifest.collections.map(({ name }) => name));
  const collections = present.collections.filter((held) => own.has(held.row.name));
  const grants = grantsOf(manifest);
  const noGrants = manifest.grants === undefined;
  const grantSteps = [
    ...removeGrants(scope, noGrants ? [] : lackingGrants(grants, present.grants), nameOf),
    ...planGrants(scope, grants, { held: present.grants, ids, nameOf }),
  ];
  const { bindings: held, policies: rows, functions, libraries, imported } = present;
  return [
    ...planLibraries(scope, storedLibraries(manifest.libraries, libraries), { rows: libraries, imported }),
    ...planCollections(scope, manifest.collections, { held: collections, ids }),
    ...planFunctions(scope, storedFunctions(manifest.functions, functions), { rows: functions, ids }),
    ...sortedBy(grantSteps, ({ name }) => name),
    ...planEndpoint(scope, manifest.endpoint, { row, ids }),
    ...removeBindings(scope, endpoint, lackingBindings(manifest.bindings, held)),
    ...planBindings(scope, manifest.bindings, { endpoint, held, ids }),
    ...(manifest.policies ? planPolicies(scope, manifest.policies, { endpoint, ids, rows }) : []),
  ];
}
