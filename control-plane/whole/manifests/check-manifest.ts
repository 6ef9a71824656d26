import type { Manifest } from "@ferrule/contract/resources/manifest.ts";
import { issuesOfCollections, issuesOfFunctions, issuesOfLibraries, repeated } from "../planning/check-parts.ts";
import { issuesOfEndpoint } from "../planning/check-endpoint.ts";
import { grantKey } from "../planning/plan-grants.ts";
import { validationError, type Issue } from "../../ground/handler/validation-issues.ts";
import type { RuntimeEndpointRow } from "../../serving/runtime-endpoints/queries.ts";
import { grantsOf } from "./grants-of.ts";

/** What the Project has of what a manifest names, beside what the manifest brings. */
export interface Elsewhere {
  functions: ReadonlySet<string>;
  collections: ReadonlySet<string>;
}

function issuesOfGrants(manifest: Manifest, elsewhere: Elsewhere): Issue[] {
  const { grants = [], functions, collections } = manifest;
  const slugs = new Set(functions.map(({ slug }) => slug));
  const names = new Set(collections.map(({ name }) => name));
  return [
    ...repeated("body.manifest.grants", grantsOf(manifest).map(grantKey), "collection"),
    ...grants.flatMap(({ function: slug, collection }, index): Issue[] => {
      const place = `body.manifest.grants.${index}`;
      if (slug !== undefined && !slugs.has(slug))
        return [{ path: `${place}.function`, message: "does not name a Function of this manifest" }];
      if (!names.has(collection) && !elsewhere.collections.has(collection))
        return [{ path: `${place}.collection`, message: "does not name a collection of this manifest or Project" }];
      return [];
    }),
  ];
}

/**
 * Checks what a manifest's schema cannot express.
 * @throws PublicError VALIDATION_ERROR naming each place
 */
export function checkManifest(
  { kind }: Pick<RuntimeEndpointRow, "kind">,
  manifest: Manifest,
  elsewhere: Elsewhere,
): void {
  const { endpoint, bindings, collections, functions, libraries, policies } = manifest;
  const own = new Set(functions.map(({ slug }) => slug));
  const place = (part: string) => `body.manifest.${part}`;
  const issues = [
    ...issuesOfEndpoint({
      at: { endpoint: place("endpoint"), bindings: place("bindings"), policies: place("policies") },
      endpoint,
      bindings,
      policies,
      kind,
      hasFunction: (slug) => own.has(slug) || elsewhere.functions.has(slug),
      source: "manifest",
    }),
    ...issuesOfFunctions(place("functions"), functions),
    ...issuesOfCollections(place("collections"), collections),
    ...issuesOfGrants(manifest, elsewhere),
    ...issuesOfLibraries(place("libraries"), libraries),
  ];
  if (issues.length > 0) throw validationError(issues);
}
