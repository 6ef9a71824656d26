import { z } from "zod";
import { connectionName } from "./connection.ts";
import { newCronBinding } from "./cron-binding.ts";
import { collectionAccess, newDataCollection } from "./data-collection.ts";
import { environment, givenName, slug } from "./fields.ts";
import {
  manifestBinding,
  manifestEndpoint,
  manifestFunction,
  manifestLibrary,
  manifestPlan,
  manifestPolicies,
  plannedChange,
} from "./manifest.ts";
import { secretName } from "./secret.ts";

const endpoint = manifestEndpoint.extend({
  bindings: z.array(manifestBinding).max(1_000).default([]),
  /** Left out of what is pushed: they stay what they are, and a new endpoint gets the usual ones. */
  policies: manifestPolicies.optional(),
});

/** Access to the collection: of one Function or of everything behind one endpoint, by its slug. */
const grant = z.union([
  z.strictObject({ environment, access: collectionAccess, function: slug }),
  z.strictObject({ environment, access: collectionAccess, endpoint: slug }),
]);

const collection = newDataCollection.extend({
  /** Left out of what is pushed: they stay what they are. */
  grants: z.array(grant).max(2_000).optional(),
});

/** Name, environment and Function identify a cron. Where two have all three in common, their order does. */
const cron = newCronBinding.omit({ functionId: true }).extend({ name: givenName, environment, function: slug });

const environments = z.array(environment).max(2);

/**
 * The drafts of a whole Project, by names that hold in any installation: no ids, no times, no keys, no values of secrets.
 * Lists are sorted by name in code unit order, so the same drafts give the same bytes in any installation.
 */
export const projectSource = z.strictObject({
  apiVersion: z.literal("ferrule/v1"),
  functions: z.array(manifestFunction).max(10_000),
  libraries: z.array(manifestLibrary).max(500).default([]),
  collections: z.array(collection).max(500).default([]),
  endpoints: z.array(endpoint).max(500).default([]),
  crons: z.array(cron).max(2_000).default([]),
  /** Where the Project has a connection of this name. A push reports what is missing; it makes none. */
  connections: z
    .array(z.strictObject({ name: connectionName, environments }))
    .max(1_000)
    .default([]),
  /** Where the Project has a secret of this name. A push reports what is missing; it makes none. */
  secrets: z
    .array(z.strictObject({ name: secretName, environments }))
    .max(2_000)
    .default([]),
});
export type ProjectSource = z.infer<typeof projectSource>;
/** What a caller may send: with the defaults left out. */
export type GivenProjectSource = z.input<typeof projectSource>;

export const exportedProjectSource = z.object({
  source: projectSource,
  /**
   * SHA-256 (hex) of the source's canonical JSON, without what a build adds by itself: `lock` and `integrity` of npm
   * Libraries. A push names it as `base`.
   */
  digest: z.string(),
});

const change = plannedChange.extend({
  kind: z.enum([...plannedChange.shape.kind.options, "cron-binding"]),
  /** Of a binding, a policy: the endpoint's slug. Of a grant: the collection's name. Otherwise null. */
  within: z.string().nullable(),
});

const kept = change.pick({ kind: true, name: true, within: true }).extend({
  /** `not-asked`: a push deletes only with `delete`. `in-use`: something that the source keeps needs it. */
  reason: z.enum(["not-asked", "in-use"]),
});

export const projectSourcePlan = z.object({
  /** In the order in which they are applied. */
  changes: z.array(change),
  /** The Project has them and the source does not; they stay. */
  kept: z.array(kept),
  missing: manifestPlan.shape.missing,
  warnings: z.array(z.string()),
  /** What callers of Development and of Production lose once the result is deployed, as the deployment's preview says it. */
  breaking: z.object({ development: z.array(z.string()), production: z.array(z.string()) }),
  /** Of the source, of what is to be deleted, and of everything that it would change: given back as `previewDigest`. */
  digest: z.string(),
  /** Digest of the Project's source as it is, before the change; of an applied plan, as it was. */
  base: z.string(),
});
export type ProjectSourcePlan = z.infer<typeof projectSourcePlan>;

/** What to push, and onto what. */
export const pushedProjectSource = z.strictObject({
  source: projectSource,
  /**
   * Digest of the export that the source was edited from. 409 INVALID_STATE with `details.digest` when the Project's source has
   * another one by now. Left out: whatever the Project holds is the base.
   */
  base: z.string().max(100).optional(),
  /** Whether what the source lacks is deleted. */
  delete: z.boolean().default(false),
});

export const appliedProjectSource = projectSourcePlan.extend({
  /** Digest of the Project's source as it is now: the base of the next push. */
  appliedDigest: z.string(),
});

export type ProjectSourceEndpoint = ProjectSource["endpoints"][number];
export type ProjectSourceCollection = ProjectSource["collections"][number];
export type ProjectSourceCron = ProjectSource["crons"][number];
