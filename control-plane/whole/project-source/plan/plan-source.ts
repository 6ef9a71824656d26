import { hash } from "node:crypto";
import { PublicError } from "@ferrule/contract/errors.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import type { ManifestCollection } from "@ferrule/contract/resources/manifest.ts";
import type {
  ProjectSource,
  ProjectSourceCollection,
  ProjectSourcePlan,
} from "@ferrule/contract/resources/project-source.ts";
import type { App } from "../../../ground/app.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { approvalWarnings } from "../../planning/approval-warnings.ts";
import { knownIds } from "../../planning/known-ids.ts";
import { planBindings } from "../../planning/plan-bindings.ts";
import { planCollections } from "../../planning/plan-collections.ts";
import { planEndpoint, planPolicies } from "../../planning/plan-endpoint.ts";
import { planFunctions } from "../../planning/plan-functions.ts";
import { planGrants } from "../../planning/plan-grants.ts";
import { planLibraries } from "../../planning/plan-libraries.ts";
import type { Step, StepKind } from "../../planning/step.ts";
import { checkSource } from "./check-source.ts";
import { chooseRemoved, type Choice } from "./choose-removed.ts";
import { cronPart, pairCrons, type CronPair } from "../held/cron-part.ts";
import { digestOf } from "../held/digest-of.ts";
import { grantName, grantsOf } from "./grants-of.ts";
import { importsIn } from "./imports-in.ts";
import { lackingIn, type Lacking } from "./lacking.ts";
import { missingIn } from "./missing-in.ts";
import { planCrons } from "./plan-crons.ts";
import { readHeld, type Held } from "../held/read-held.ts";
import { removalSteps } from "./removal-steps.ts";
import { resultOf } from "./result-of.ts";
import { sourceOf } from "../held/source-of.ts";
import { storedSource } from "../held/stored-source.ts";

export interface Push {
  source: ProjectSource;
  base?: string | undefined;
  delete: boolean;
}

/** What a push would do. */
export interface Plan extends Pick<ProjectSourcePlan, "kept" | "missing" | "warnings" | "digest" | "base"> {
  /** In the order in which they are applied. */
  steps: Step<StepKind>[];
  /** Digest of the Project's source afterwards. */
  appliedDigest: string;
}

/** Nothing. */
export const none: Lacking = {
  crons: [],
  bindings: [],
  grants: [],
  endpoints: [],
  functions: [],
  collections: [],
  libraries: [],
};

function withoutGrants(collection: ProjectSourceCollection): ManifestCollection {
  const { grants: _, ...own } = collection;
  return own;
}

/** What is written, from Libraries to crons: each kind after those that it refers to. */
function writingSteps(
  app: App,
  scope: ProjectScope,
  { stored, held, pairs, removed }: { stored: ProjectSource; held: Held; pairs: CronPair[]; removed: Lacking },
): Step<StepKind>[] {
  const endpoints = new Map(held.endpoints.map((one) => [one.row.slug, one]));
  const ids = knownIds({
    functions: held.functions,
    endpoints: held.endpoints.map(({ row }) => row),
    collections: held.collections.map(({ row }) => row),
  });
  const goneLibraries = new Set(removed.libraries.map(({ id }) => id));
  const imported = held.libraries.filter(({ id }) => !goneLibraries.has(id));
  return [
    ...planLibraries(scope, stored.libraries, { rows: held.libraries, imported }),
    ...planCollections(scope, stored.collections.map(withoutGrants), { held: held.collections, ids }),
    ...planFunctions(scope, stored.functions, { rows: held.functions, ids }),
    ...stored.endpoints.flatMap((one) => {
      const { bindings: _, policies, ...given } = one;
      const present = endpoints.get(given.slug);
      const rows = present?.policies ?? [];
      return [
        ...planEndpoint(scope, given, { row: present?.row, ids }),
        ...(policies ? planPolicies(scope, policies, { endpoint: given.slug, ids, rows }) : []),
      ];
    }),
    ...planGrants(scope, grantsOf(stored), { held: held.grants, ids, nameOf: grantName }),
    ...stored.endpoints.flatMap(({ slug, bindings }) =>
      planBindings(scope, bindings, { endpoint: slug, ids, held: endpoints.get(slug)?.bindings ?? [] }),
    ),
    ...planCrons({ app, scope, ids }, pairs, held.slugOf),
  ];
}

/** What stays although the source lacks it, and why. */
function keptOf(scope: ProjectScope, kept: Lacking, held: Held, reason: Plan["kept"][number]["reason"]): Plan["kept"] {
  const { first, last } = removalSteps(scope, kept, held.slugOf);
  return [...first, ...last].map(({ kind, name, within }) => ({ kind, name, within, reason }));
}

/** The Project's source has moved on: the caller gets its present digest. */
export const movedOn = (message: string, digest: string): PublicError =>
  new PublicError("INVALID_STATE", message, { details: { digest } });

/**
 * Plans a push. The caller holds the Project's deployments, so pushes queue. The plan's digest covers the source, and
 * everything that it would change, before and after.
 * @throws PublicError VALIDATION_ERROR; CONFLICT; INVALID_STATE with `digest` when the source was edited from another base
 */
export async function planSource(app: App, scope: ProjectScope, push: Push): Promise<Plan> {
  const { source } = push;
  const held = await readHeld(scope);
  const present = sourceOf(held);
  const base = digestOf(present);
  if (push.base !== undefined && push.base !== base)
    throw movedOn("The Project has changed since the source was exported. Export it again, and merge.", base);
  checkSource(source, held);
  const stored = storedSource(source, held);
  const imports = importsIn(stored, held);
  const { pairs, lacking: crons } = pairCrons(stored.crons, held.crons, held.slugOf);
  const lacking = lackingIn(stored, held, crons);
  const { removed, inUse }: Choice = push.delete
    ? await chooseRemoved(scope, { source: stored, imports, lacking })
    : { removed: none, inUse: none };
  const { first, last } = removalSteps(scope, removed, held.slugOf);
  const steps = [...first, ...writingSteps(app, scope, { stored, held, pairs, removed }), ...last];
  const keptCrons = push.delete ? [] : crons.map((row) => cronPart(row, held.slugOf));
  const result = resultOf({ present, stored, removed, keptCrons });
  const changes = steps.map(({ kind, name, within, change, before, after }) => {
    return { kind, name, within, change, before, after };
  });
  const content = canonicalJson({ source: digestOf(source), delete: push.delete, changes });
  const { missing, warnings } = missingIn(stored, { result, imports });
  return {
    steps,
    kept: push.delete ? keptOf(scope, inUse, held, "in-use") : keptOf(scope, lacking, held, "not-asked"),
    missing,
    warnings: [...warnings, ...approvalWarnings(steps)],
    digest: hash("sha256", content),
    base,
    appliedDigest: digestOf(result),
  };
}
