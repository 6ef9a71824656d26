import { z } from "zod";
import { bodyTypes, endpointKinds, httpMethods, idempotencyModes, leaveModes } from "../states.ts";
import { deliveryRule } from "../resources/delivery.ts";
import { permissions } from "./permissions.ts";

/** A JSON Schema 2020-12 document whose root is an object. */
export const jsonSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof jsonSchema>;

export const artifactFunction = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** SHA-256 (hex) of the bundle's code; `GET /internal/bundles/{digest}` answers it. */
  bundleDigest: z.string(),
  inputSchema: jsonSchema,
  outputSchema: jsonSchema.nullable(),
  timeoutMs: z.number().int(),
  memoryMb: z.number().int(),
  permissions,
});
export type ArtifactFunction = z.infer<typeof artifactFunction>;

export const toolAnnotations = z.strictObject({
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});

export const artifactTool = z.strictObject({
  bindingId: z.string(),
  functionId: z.string(),
  toolName: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  annotations: toolAnnotations,
  enabled: z.boolean(),
  /** What an access token needs for it. Left out where it needs nothing of its own. */
  scope: z.string().optional(),
  /** Left out for `auto`. */
  whenClientLeaves: z.enum(leaveModes).optional(),
});
export type ArtifactTool = z.infer<typeof artifactTool>;

export const artifactRoute = z.strictObject({
  bindingId: z.string(),
  functionId: z.string(),
  method: z.enum(httpMethods),
  path: z.string(),
  description: z.string(),
  enabled: z.boolean(),
  successStatus: z.number().int(),
  /** Left out for `json`. */
  bodyType: z.enum(bodyTypes).optional(),
  /** Left out where the body's members are merged into the input. */
  bodyProperty: z.string().optional(),
  /** As of a tool. */
  scope: z.string().optional(),
  /** Left out for `off`. */
  idempotency: z.enum(idempotencyModes).optional(),
  /** Left out where no ETag is made. */
  etag: z.literal(true).optional(),
  /** As of a tool. */
  whenClientLeaves: z.enum(leaveModes).optional(),
  /** Left out where the caller waits for the Function's answer. */
  delivery: deliveryRule.optional(),
});
export type ArtifactRoute = z.infer<typeof artifactRoute>;

export const artifactEndpoint = z.strictObject({
  id: z.string(),
  kind: z.enum(endpointKinds),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  instructions: z.string(),
  /** Left out for `refuse`. */
  unknownArguments: z.literal("ignore").optional(),
  tools: z.array(artifactTool),
  routes: z.array(artifactRoute),
});
export type ArtifactEndpoint = z.infer<typeof artifactEndpoint>;

/** Which version of a collection's schema it was built with; versions never change. */
export const artifactCollection = z.strictObject({ id: z.string(), name: z.string(), version: z.number().int() });
export type ArtifactCollection = z.infer<typeof artifactCollection>;

/**
 * The manifest of one immutable artifact. Its digest is the SHA-256 (hex) of its canonical JSON (object keys sorted),
 * so that the same drafts have the same digest. Lists are sorted by id.
 */
export const artifactManifest = z.strictObject({
  apiVersion: z.literal("ferrule/v1"),
  projectId: z.string(),
  endpoints: z.array(artifactEndpoint),
  functions: z.array(artifactFunction),
  /** The Project's data collections; left out where it has none. */
  collections: z.array(artifactCollection).optional(),
});
export type ArtifactManifest = z.infer<typeof artifactManifest>;

/** The id of an entry of an artifact, and the SHA-256 (hex) of the entry's canonical JSON. */
export const artifactPart = z.tuple([z.string(), z.string()]);

/** A manifest with the digests of its endpoints and Functions in place of them, in the same order. */
export const artifactHead = artifactManifest.extend({
  endpoints: z.array(artifactPart),
  functions: z.array(artifactPart),
});
export type ArtifactHead = z.infer<typeof artifactHead>;

/** The most parts of one request. */
export const mostArtifactParts = 10_000;
/** `POST /internal/artifacts/{digest}/parts`: which of its parts; 200, as many of them as fit into an answer, as JSON. */
export const artifactPartsRequest = z.strictObject({
  digests: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(mostArtifactParts),
});
const artifactPartText = z.strictObject({ digest: z.string(), content: z.string() });
export type ArtifactPartText = z.infer<typeof artifactPartText>;
export const artifactParts = z.strictObject({ parts: z.array(artifactPartText) });

/**
 * What a bundle may have, in bytes of UTF-8. In a sandbox on two cores, sixteen bundles of 4.0 MB with maps of 11.3 MB that were called at
 * once for the first time were all served. Of sixteen with 7.2 and 20 MB, one was not.
 */
export const bundleLimits = { code: 7 * 1_048_576, sourceMap: 12 * 1_048_576 };

/** A bundle whose type this is consists of the bytes of its code and of its map in UTF-8. */
export const bundleBytesType = "application/octet-stream";
/** Says how many of these bytes the code has. */
export const codeBytesHeader = "x-code-bytes";

/** One Function's bundle: an ES module whose only possible import is `ferrule` and whose default export is the handler, and its map. */
export const bundle = z.strictObject({ digest: z.string(), code: z.string(), sourceMap: z.string() });
export type Bundle = z.infer<typeof bundle>;
