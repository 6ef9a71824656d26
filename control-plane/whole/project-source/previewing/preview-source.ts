// Why: docs/decisions/previews-beside-development.md
import type { ProjectSource } from "@ferrule/contract/resources/project-source.ts";
import { sameJson } from "@ferrule/contract/json/same-json.ts";
import { PublicError } from "@ferrule/contract/errors.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import type { Actor } from "../../../ground/handler/handler.ts";
import { knownIds } from "../../planning/known-ids.ts";
import { planPolicies } from "../../planning/plan-endpoint.ts";
import { planLibraries } from "../../planning/plan-libraries.ts";
import { isAllowed } from "../../planning/step.ts";
import { checkSource } from "../plan/check-source.ts";
import { namedIn, partLibraries } from "../plan/choose-removed.ts";
import { cronPart, pairCrons } from "../held/cron-part.ts";
import { importsIn } from "../plan/imports-in.ts";
import { lackingIn, type Lacking } from "../plan/lacking.ts";
import { missingIn } from "../plan/missing-in.ts";
import { none } from "../plan/plan-source.ts";
import type { Held } from "../held/read-held.ts";
import { resultOf } from "../plan/result-of.ts";
import { sourceOf } from "../held/source-of.ts";
import { storedSource } from "../held/stored-source.ts";

interface Served {
  source: ProjectSource;
  /** Whether what the source lacks is left out. */
  delete: boolean;
}

export interface PreviewSource {
  /** Everything that the preview serves, as the Project would have it. */
  result: ProjectSource;
  /** What the source needs and Development lacks, in sentences. */
  problems: string[];
}

/** What the preview leaves out: all that the source lacks, but a Function that it names, and what that imports. */
function leftOut(stored: ProjectSource, held: Held, lacking: Lacking): Lacking {
  const named = namedIn(stored).functions;
  const kept = lacking.functions.filter(({ slug }) => named.has(slug));
  const { removed: libraries } = partLibraries(lacking, importsIn(stored, held), kept);
  return { ...lacking, libraries, functions: lacking.functions.filter(({ slug }) => !named.has(slug)) };
}

/** Of collections and their grants, a preview has what Development has. */
const withCollectionsOf = (source: ProjectSource, { collections }: ProjectSource): ProjectSource => ({
  ...source,
  collections,
});

/** Where the collections of the source are not those that the preview uses. */
function differingCollections({ collections }: ProjectSource, present: ProjectSource): string[] {
  const held = new Map(present.collections.map((one) => [one.name, one]));
  return collections.flatMap((given) => {
    const { grants: _, ...own } = given;
    const { grants: _held, ...other } = held.get(given.name) ?? { name: "" };
    if (sameJson(own, other)) return [];
    const what = held.has(given.name) ? "differs from the Project's, which the preview uses" : "is not in the Project";
    return [`The data collection ${given.name} of the source ${what}: push it to use it.`];
  });
}

/** @throws PublicError FORBIDDEN when the source opens an endpoint otherwise than Development, and the role may not */
function requirePolicies(scope: ProjectScope, { endpoints }: ProjectSource, held: Held, actor: Actor): void {
  const rows = new Map(held.endpoints.map(({ row, policies }) => [row.slug, policies]));
  for (const { slug, policies } of endpoints) {
    if (policies === undefined) continue;
    const steps = planPolicies(scope, policies, { endpoint: slug, ids: knownIds({}), rows: rows.get(slug) ?? [] });
    if (steps.some((step) => step.name === "development" && !isAllowed(step, actor))) {
      const message = `Your role does not allow another policy of Development than the Project's for endpoint ${slug}.`;
      throw new PublicError("FORBIDDEN", message);
    }
  }
}

/**
 * What a preview of a source serves. It is what a push would make of the Project, without carrying it out: a preview
 * changes neither drafts nor collections, so most of what a push does is left out.
 * @throws PublicError VALIDATION_ERROR; CONFLICT; FORBIDDEN
 */
export function previewSource(scope: ProjectScope, held: Held, given: Served, actor: Actor): PreviewSource {
  const { source } = given;
  checkSource(source, held);
  const present = sourceOf(held);
  const stored = storedSource(source, held);
  requirePolicies(scope, stored, held, actor);
  const { lacking: crons } = pairCrons(stored.crons, held.crons, held.slugOf);
  const removed = given.delete ? leftOut(stored, held, lackingIn(stored, held, crons)) : none;
  const goneLibraries = new Set(removed.libraries.map(({ id }) => id));
  const imported = held.libraries.filter(({ id }) => !goneLibraries.has(id));
  planLibraries(scope, stored.libraries, { rows: held.libraries, imported });
  const keptCrons = given.delete ? [] : crons.map((row) => cronPart(row, held.slugOf));
  const result = withCollectionsOf(resultOf({ present, stored, removed, keptCrons }), present);
  const { warnings } = missingIn(stored, { result, imports: importsIn(stored, held) }, ["development"]);
  return { result, problems: [...differingCollections(stored, present), ...warnings] };
}
