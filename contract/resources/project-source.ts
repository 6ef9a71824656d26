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

/** Access to the collection: of one Function or of everything behind one endpoint, by its slug. */
const grant = z.union([
  z.strictObject({ environment, access: collectionAccess, function: slug }),
  z.strictObject({ environment, access: collectionAccess, endpoint: slug }),
]);

/** Name, environment and Function identify a cron. If two crons share all three, their order distinguishes them. */
const cron = newCronBinding.omit({ functionId: true }).extend({ name: givenName, environment, function: slug });

const environments = z.array(environment).max(2);

/** The lists of a source. A Project may have more items than a push accepts. */
const listed = {
  functions: z.array(manifestFunction),
  libraries: z.array(manifestLibrary),
  collections: z.array(newDataCollection.extend({ grants: z.array(grant).optional() })),
  endpoints: z.array(
    manifestEndpoint.extend({ bindings: z.array(manifestBinding), policies: manifestPolicies.optional() }),
  ),
  crons: z.array(cron),
  connections: z.array(z.strictObject({ name: connectionName, environments })),
  secrets: z.array(z.strictObject({ name: secretName, environments })),
};

const givenEndpoint = listed.endpoints.element.extend({
  bindings: listed.endpoints.element.shape.bindings.max(1_000).default([]),
  /** If a push omits them, they stay unchanged, and a new endpoint gets the defaults. */
  policies: manifestPolicies.optional(),
});

const givenCollection = listed.collections.element.extend({
  /** If a push omits them, they stay unchanged. */
  grants: z.array(grant).max(2_000).optional(),
});

/**
 * The drafts of a whole Project, by names that hold in any installation: no ids, no times, no keys, no secret values.
 * Lists are sorted by name in code unit order, so the same drafts give the same bytes in any installation.
 */
export const projectSource = z.strictObject({
  apiVersion: z.literal("ferrule/v1"),
  functions: listed.functions.max(10_000),
  libraries: listed.libraries.max(500).default([]),
  collections: z.array(givenCollection).max(500).default([]),
  endpoints: z.array(givenEndpoint).max(500).default([]),
  crons: listed.crons.max(2_000).default([]),
  /**
   * The environments in which the Project has a connection with this name. A push reports missing ones; it creates
   * none.
   */
  connections: listed.connections.max(1_000).default([]),
  /**
   * The environments in which the Project has a secret with this name. A push reports missing ones; it creates none.
   */
  secrets: listed.secrets.max(2_000).default([]),
});
export type ProjectSource = z.infer<typeof projectSource>;
/** The form that a caller may send: without the defaults. */
export type GivenProjectSource = z.input<typeof projectSource>;

export const exportedProjectSource = z.object({
  source: z.strictObject({ apiVersion: projectSource.shape.apiVersion, ...listed }),
  /**
   * SHA-256 (hex) of the source's canonical JSON, without the values that a build adds: `lock` and `integrity` of npm
   * Libraries. A push sends it as `base`.
   */
  digest: z.string(),
});

const change = plannedChange.extend({
  kind: z.enum([...plannedChange.shape.kind.options, "cron-binding"]),
  /** For a binding or a policy: the endpoint's slug. For a grant: the collection's name. Otherwise null. */
  within: z.string().nullable(),
});

const kept = change.pick({ kind: true, name: true, within: true }).extend({
  /** `not-asked`: a push deletes only with `delete`. `in-use`: something that the source keeps needs it. */
  reason: z.enum(["not-asked", "in-use"]),
});

const ofCallers = z.object({ development: z.array(z.string()), production: z.array(z.string()) });

export const projectSourcePlan = z.object({
  /** In the order in which they are applied. */
  changes: z.array(change),
  /** Things that the Project has but the source lacks; they stay. */
  kept: z.array(kept),
  missing: manifestPlan.shape.missing,
  warnings: z.array(z.string()),
  /**
   * The losses of Development's and Production's callers once the result is deployed, in the words of the deployment's
   * preview.
   */
  breaking: ofCallers,
  /** What callers would lose, if there were any: nobody may call it. Left out if there is nothing of the kind. */
  uncalled: ofCallers.optional(),
  /** Covers the source, the deletions, and everything that it would change; send it back as `previewDigest`. */
  digest: z.string(),
  /** Digest of the Project's source before the change. */
  base: z.string(),
});
export type ProjectSourcePlan = z.infer<typeof projectSourcePlan>;

/** The source to push, and its base. */
export const pushedProjectSource = z.strictObject({
  source: projectSource,
  /**
   * Digest of the export that was the start of this edit. 409 INVALID_STATE with `details.digest` if the Project's
   * source has another digest now. Default: the Project's present source is the base.
   */
  base: z.string().max(100).optional(),
  /** Whether to delete everything that the source lacks. */
  delete: z.boolean().default(false),
});

export const appliedProjectSource = projectSourcePlan.extend({
  /** Digest of the Project's present source: the base of the next push. */
  appliedDigest: z.string(),
});

export type ProjectSourceEndpoint = ProjectSource["endpoints"][number];
export type ProjectSourceCollection = ProjectSource["collections"][number];
export type ProjectSourceCron = ProjectSource["crons"][number];
