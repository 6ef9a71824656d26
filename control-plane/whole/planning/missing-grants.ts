import type { ManifestFunction, MissingGrant } from "@ferrule/contract/resources/manifest.ts";
import { environments } from "@ferrule/contract/states.ts";
import { grantKey, type Grant } from "./plan-grants.ts";

interface After {
  /** Every grant that there would be. */
  grants: readonly Grant[];
  /** The endpoints that would offer a Function. A grant of one of them is enough. */
  endpointsOf: (functionSlug: string) => readonly string[];
}

/** Collections that Functions declare, but that nothing would grant to them. */
export function missingGrants(functions: readonly ManifestFunction[], { grants, endpointsOf }: After): MissingGrant[] {
  const allowed = new Set(grants.flatMap((one) => one.access.split("-").map((way) => `${grantKey(one)} ${way}`)));
  return functions.flatMap(({ slug, permissions }) => {
    if (permissions.collections.length === 0) return [];
    const subjects: Grant["subject"][] = [
      { kind: "function", slug },
      ...endpointsOf(slug).map((endpoint) => ({ kind: "endpoint" as const, slug: endpoint })),
    ];
    return permissions.collections.flatMap(({ name: collection, access }) =>
      environments
        .filter((environment) => {
          const keys = subjects.map((subject) => grantKey({ collection, environment, access, subject }));
          return access.split("-").some((way) => keys.every((key) => !allowed.has(`${key} ${way}`)));
        })
        .map((environment) => ({ function: slug, collection, access, environment })),
    );
  });
}
