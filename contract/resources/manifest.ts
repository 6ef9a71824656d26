import { z } from "zod";
import { packageLock } from "../internal/libraries.ts";
import { endpointKinds, unknownArgumentModes } from "../states.ts";
import { newHttpBinding, newMcpBinding } from "./binding.ts";
import { collectionAccess, collectionName, newDataCollection } from "./data-collection.ts";
import { environment, givenDescription, givenName, givenText, slug } from "./fields.ts";
import { newFunction } from "./function.ts";
import { newNpmLibrary, newSourceLibrary } from "./library.ts";
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

/** Which Function a binding offers, by its slug. */
const offers = { function: slug };
export const manifestBinding = z.discriminatedUnion("kind", [
  newMcpBinding.omit({ functionId: true }).extend({ kind: z.literal("mcp"), ...offers }),
  newHttpBinding.omit({ functionId: true }).extend({ kind: z.literal("http"), ...offers }),
]);

const policy = newAuthPolicy.omit({ environment: true });
export const manifestPolicies = z.strictObject({ development: policy, production: policy });
export const manifestFunction = newFunction.extend({ name: givenName });
/** Access to a collection: of a Function of the manifest, by its slug, or, left out, of everything behind the endpoint. */
const grant = z.strictObject({
  collection: collectionName,
  environment,
  function: slug.optional(),
  access: collectionAccess,
});

export const manifestLibrary = z.discriminatedUnion("kind", [
  newSourceLibrary.required({ version: true }),
  newNpmLibrary.required({ package: true }).extend({
    /** Everything that comes with the package; unset: resolved when a build first fetches it. */
    lock: packageLock.optional(),
  }),
]);

/**
 * One endpoint with all that it needs, by names that hold in any installation: no ids, no
 * times, no keys, no values of secrets.
 */
export const manifest = z.strictObject({
  apiVersion: z.literal("ferrule/v1"),
  endpoint: manifestEndpoint,
  bindings: z.array(manifestBinding).max(1_000),
  /** Left out of what is imported: they stay what they are. */
  policies: manifestPolicies.optional(),
  functions: z.array(manifestFunction).max(1_000),
  libraries: z.array(manifestLibrary).max(500).default([]),
  /** Those that the Functions declare or were granted, without versions before the newest, and records. */
  collections: z.array(newDataCollection).max(500).default([]),
  /** What the endpoint and the Functions were granted. Left out of what is imported: it stays what it is. */
  grants: z.array(grant).max(5_000).optional(),
  /** Names of the secrets that are needed: those that the Functions declare, and others that its author names. */
  secretRefs: z.array(secretName).default([]),
  /** SHA-256 (hex) of the canonical JSON of all the rest. */
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
  /** A slug, a tool's name, `GET /orders/{orderId}`, an environment, or `orders: look-up in production`. */
  name: z.string(),
  change: z.enum(["added", "changed", "removed"]),
  /** What differs, where something has changed. */
  fields: z.array(z.string()),
  /** Whether the role of who asked allows it. */
  allowed: z.boolean(),
});
export type PlannedChange = z.infer<typeof plannedChange>;

/** A Function declares access that nothing would have granted to it, itself or through this endpoint. */
const missingGrant = z.object({
  function: z.string(),
  collection: z.string(),
  access: collectionAccess,
  environment,
});
export type MissingGrant = z.infer<typeof missingGrant>;

export const manifestPlan = z.object({
  changes: z.array(plannedChange),
  /** What the manifest refers to and the Project would lack once it is imported, by name. */
  missing: z.object({
    /** In one environment at least. */
    secrets: z.array(z.string()),
    /** Connections to databases, in one environment at least. */
    connections: z.array(z.string()),
    libraries: z.array(z.string()),
    collections: z.array(z.string()),
    grants: z.array(missingGrant),
  }),
  warnings: z.array(z.string()),
  /** Of the manifest and of everything that it would change: given back as `previewDigest` to apply exactly this. */
  digest: z.string(),
});
