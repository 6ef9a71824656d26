import { z } from "zod";
import { packageLock } from "../internal/libraries.ts";
import { endpointKinds, unknownArgumentModes } from "../states.ts";
import { newHttpBinding, newPrompt, newResource, newTool } from "./binding.ts";
import { collectionAccess, collectionName, newDataCollection } from "./data-collection.ts";
import { environment, givenDescription, givenName, givenText, slug } from "./fields.ts";
import { functionRun, newFunction, testsText } from "./function.ts";
import { newNpmLibrary, newSourceLibrary } from "./library.ts";
import { runPolicy } from "./run.ts";
import { endpointLimits, newAuthPolicy } from "./runtime-endpoint.ts";
import { secretName } from "./secret.ts";

export const manifestEndpoint = z.strictObject({
  kind: z.enum(endpointKinds),
  slug,
  name: givenName,
  description: givenDescription.default(""),
  instructions: givenText(8_000).default(""),
  unknownArguments: z.enum(unknownArgumentModes).default("refuse"),
  limits: endpointLimits.prefault({}),
});

/** The Function that a binding offers, by its slug. */
const offers = { function: slug };
/** A resource and a prompt have none where the Project keeps what they offer. */
const mayOffer = { function: slug.optional() };
export const manifestBinding = z.discriminatedUnion("kind", [
  newTool.omit({ functionId: true }).extend({
    kind: z.literal("mcp"),
    ...offers,
    /** Left out if there are none. */
    icons: newTool.shape.icons.unwrap().optional(),
  }),
  newResource.omit({ functionId: true }).extend({ kind: z.literal("resource"), ...mayOffer }),
  newPrompt.omit({ functionId: true }).extend({ kind: z.literal("prompt"), ...mayOffer }),
  newHttpBinding.omit({ functionId: true }).extend({ kind: z.literal("http"), ...offers }),
]);

const policy = newAuthPolicy.omit({ environment: true });
export const manifestPolicies = z.strictObject({ development: policy, production: policy });
/** A Function leaves out `tests`, `run` and `runPolicy` where they have their usual value. */
export const manifestFunction = newFunction.extend({
  name: givenName,
  tests: testsText.optional(),
  run: functionRun.optional(),
  runPolicy: runPolicy.optional(),
});
/**
 * Access to a collection: for a Function of the manifest, by its slug; without one, for everything behind the endpoint.
 */
const grant = z.strictObject({
  collection: collectionName,
  environment,
  function: slug.optional(),
  access: collectionAccess,
});

export const manifestLibrary = z.discriminatedUnion("kind", [
  newSourceLibrary.required({ version: true }),
  newNpmLibrary.required({ package: true }).extend({
    /** The package's dependencies; default: a build resolves them when it first fetches the package. */
    lock: packageLock.optional(),
  }),
]);

/**
 * One endpoint with everything that it needs, by names that are valid in any installation: no ids, times, keys or
 * secret values.
 */
export const manifest = z.strictObject({
  apiVersion: z.literal("ferrule/v1"),
  endpoint: manifestEndpoint,
  bindings: z.array(manifestBinding).max(1_000),
  /** If an import omits them, they stay unchanged. */
  policies: manifestPolicies.optional(),
  functions: z.array(manifestFunction).max(1_000),
  libraries: z.array(manifestLibrary).max(500).default([]),
  /** The collections that the Functions declare or were granted: only the newest version, without records. */
  collections: z.array(newDataCollection).max(500).default([]),
  /** The grants of the endpoint and the Functions. If an import omits them, they stay unchanged. */
  grants: z.array(grant).max(5_000).optional(),
  /** Names of the needed secrets: those that the Functions declare, and those that the author adds. */
  secretRefs: z.array(secretName).default([]),
  /** SHA-256 (hex) of the canonical JSON of everything else. */
  digest: z.string().max(100).optional(),
});
export type Manifest = z.infer<typeof manifest>;
export type ManifestBinding = Manifest["bindings"][number];
export type ManifestFunction = Manifest["functions"][number];
export type ManifestCollection = Manifest["collections"][number];
export type ManifestGrant = z.infer<typeof grant>;
export type ManifestLibrary = Manifest["libraries"][number];

export const exportedManifest = manifest.required({ policies: true, grants: true, digest: true });

export const plannedChange = z.object({
  kind: z.enum([
    "library",
    "data-collection",
    "data-collection-grant",
    "function",
    "runtime-endpoint",
    "mcp-binding",
    "http-binding",
    "auth-policy",
  ]),
  /**
   * The name of the changed thing: a slug, a tool's name, `resource:handbook`, `GET /orders/{orderId}`, an environment, or `orders: look-up
   * in production`.
   */
  name: z.string(),
  change: z.enum(["added", "changed", "removed"]),
  /** The fields that differ, if it has changed. */
  fields: z.array(z.string()),
  /** Whether the caller's role allows it. */
  allowed: z.boolean(),
});
export type PlannedChange = z.infer<typeof plannedChange>;

/** A Function declares access that no grant would give it, neither its own nor the endpoint's. */
const missingGrant = z.object({
  function: z.string(),
  collection: z.string(),
  access: collectionAccess,
  environment,
});
export type MissingGrant = z.infer<typeof missingGrant>;

export const manifestPlan = z.object({
  changes: z.array(plannedChange),
  /** Names in the manifest that the Project would still lack after the import. */
  missing: z.object({
    /** Missing in at least one environment. */
    secrets: z.array(z.string()),
    /** Connections to databases that are missing in at least one environment. */
    connections: z.array(z.string()),
    libraries: z.array(z.string()),
    collections: z.array(z.string()),
    grants: z.array(missingGrant),
  }),
  warnings: z.array(z.string()),
  /** Covers the manifest and everything that it would change. Send it as `previewDigest` to apply exactly this. */
  digest: z.string(),
});
