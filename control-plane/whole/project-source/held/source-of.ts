import type {
  ProjectSource,
  ProjectSourceCollection,
  ProjectSourceCron,
  ProjectSourceEndpoint,
} from "@ferrule/contract/resources/project-source.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { cleanTexts } from "../../planning/clean-texts.ts";
import { endpointPart, functionPart, libraryPart, policyPart, sortedBy } from "../../planning/parts.ts";
import type { Grant } from "../../planning/plan-grants.ts";
import { cronPart, sortedCrons } from "./cron-part.ts";
import type { Held, HeldEndpoint } from "./read-held.ts";

type SourceGrant = NonNullable<ProjectSourceCollection["grants"]>[number];

const grantPart = ({ environment, access, subject }: Grant): SourceGrant =>
  subject.kind === "function"
    ? { environment, access, function: subject.slug }
    : { environment, access, endpoint: subject.slug };

/** The order of a collection's grants. */
export const grantOrder = (grant: SourceGrant): string =>
  `${grant.environment} ${"function" in grant ? `function ${grant.function}` : `endpoint ${grant.endpoint}`}`;

function endpointSource({ row, bindings, policies }: HeldEndpoint): ProjectSourceEndpoint {
  const policyIn = (environment: string) => policyPart(found(policies.find((one) => one.environment === environment)));
  return {
    ...cleanTexts(endpointPart(row)),
    bindings: bindings.map(({ part }) => cleanTexts(part)),
    policies: { development: policyIn("development"), production: policyIn("production") },
  };
}

function collectionSources({ collections, grants }: Held): ProjectSourceCollection[] {
  const byCollection = Map.groupBy(grants, ({ grant }) => grant.collection);
  return collections.map(({ part }) => {
    const its = (byCollection.get(part.name) ?? []).map(({ grant }) => grantPart(grant));
    return { ...cleanTexts(part), grants: sortedBy(its, grantOrder) };
  });
}

/**
 * The drafts of a Project as its source. The same drafts give the same bytes in any installation.
 * @param shown how the caller may see the input of a cron
 */
export const sourceOf = (
  held: Held,
  shown: (row: Held["crons"][number]) => unknown = ({ input }) => input,
): ProjectSource => ({
  apiVersion: "ferrule/v1",
  functions: held.functions.map((row) => cleanTexts(functionPart(row))),
  libraries: held.libraries.map(libraryPart),
  collections: collectionSources(held),
  endpoints: held.endpoints.map(endpointSource),
  crons: sortedCrons(
    held.crons.map((row) => ({ ...cronPart(row, held.slugOf), input: shown(row) as ProjectSourceCron["input"] })),
  ),
  connections: held.connections,
  secrets: held.secrets,
});
