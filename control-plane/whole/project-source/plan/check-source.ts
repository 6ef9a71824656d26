import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { validationError, type Issue } from "../../../ground/handler/validation-issues.ts";
import { issuesOfEndpoint } from "../../planning/check-endpoint.ts";
import { issuesOfCollections, issuesOfFunctions, issuesOfLibraries, repeated } from "../../planning/check-parts.ts";
import { functionPart } from "../../planning/parts.ts";
import { grantOrder } from "../held/source-of.ts";
import type { Held } from "../held/read-held.ts";

type HasSlug = (slug: string) => boolean;

function issuesOfEndpoints({ endpoints }: ProjectSource, held: Held, hasFunction: HasSlug): Issue[] {
  const kinds = new Map(held.endpoints.map(({ row }) => [row.slug, row.kind]));
  const issues = endpoints.flatMap(({ bindings, policies, ...endpoint }, index) => {
    const place = `body.source.endpoints.${index}`;
    return issuesOfEndpoint({
      at: { endpoint: place, bindings: `${place}.bindings`, policies: `${place}.policies` },
      endpoint,
      bindings,
      policies,
      kind: kinds.get(endpoint.slug),
      hasFunction,
      source: "source",
    });
  });
  const slugs = endpoints.map(({ slug }) => slug);
  return [...repeated("body.source.endpoints", slugs, "slug"), ...issues];
}

const unknown = (path: string, kind: string): Issue => ({
  path,
  message: `does not name ${kind} of this source or Project`,
});

function issuesOfGrants({ collections }: ProjectSource, hasFunction: HasSlug, hasEndpoint: HasSlug): Issue[] {
  return collections.flatMap(({ grants = [] }, index) => {
    const list = `body.source.collections.${index}.grants`;
    const issues = grants.flatMap((grant, at): Issue[] => {
      if ("function" in grant)
        return hasFunction(grant.function) ? [] : [unknown(`${list}.${at}.function`, "a Function")];
      return hasEndpoint(grant.endpoint) ? [] : [unknown(`${list}.${at}.endpoint`, "an endpoint")];
    });
    return [...repeated(list, grants.map(grantOrder), "environment"), ...issues];
  });
}

/** What is said of a name twice: `connections` and `secrets` say where the Project has one. */
const issuesOfNames = (source: ProjectSource): Issue[] =>
  (["connections", "secrets"] as const).flatMap((list) =>
    repeated(
      `body.source.${list}`,
      source[list].map(({ name }) => name),
      "name",
    ),
  );

/**
 * Checks what the schema of a source cannot express.
 * @throws PublicError VALIDATION_ERROR naming each place
 */
export function checkSource(source: ProjectSource, held: Held): void {
  const functionRows = new Map(held.functions.map((row) => [row.slug, row]));
  const collectionParts = new Map(held.collections.map(({ part }) => [part.name, part]));
  const known = {
    functions: new Set([...source.functions, ...held.functions].map(({ slug }) => slug)),
    endpoints: new Set([...source.endpoints, ...held.endpoints.map(({ row }) => row)].map(({ slug }) => slug)),
  };
  const hasFunction: HasSlug = (slug) => known.functions.has(slug);
  const issues = [
    ...issuesOfFunctions("body.source.functions", source.functions, (one) => {
      const row = functionRows.get(one.slug);
      return row?.source === one.source && sameJson(functionPart(row), one);
    }),
    ...issuesOfLibraries("body.source.libraries", source.libraries),
    ...issuesOfCollections("body.source.collections", source.collections, ({ name, schema }) =>
      sameJson(collectionParts.get(name)?.schema, schema),
    ),
    ...issuesOfGrants(source, hasFunction, (slug) => known.endpoints.has(slug)),
    ...issuesOfEndpoints(source, held, hasFunction),
    ...source.crons.flatMap((cron, index) =>
      hasFunction(cron.function) ? [] : [unknown(`body.source.crons.${index}.function`, "a Function")],
    ),
    ...issuesOfNames(source),
  ];
  if (issues.length > 0) throw validationError(issues);
}
