import { z } from "zod";
import { sparse } from "../resource-fields.ts";
import {
  newHttpBinding,
  newPrompt,
  newResource,
  newTool,
  promptFields,
  resourceFields,
  routeFields,
  toolFields,
} from "../resources/binding.ts";
import { runPolicy } from "../resources/run.ts";
import { endpointKinds } from "../states.ts";
import { permissions } from "./permissions.ts";

/** SHA-256 in hex. */
export const digest = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in hex");

/** A JSON Schema 2020-12 document whose root is an object. */
export const jsonSchema = z.record(z.string(), z.unknown());
export type JsonSchema = z.infer<typeof jsonSchema>;

export const artifactFunction = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  /** SHA-256 (hex) of the bundle's code, by which `getBundle` returns it. */
  bundleDigest: z.string(),
  inputSchema: jsonSchema,
  outputSchema: jsonSchema.nullable(),
  timeoutMs: z.number().int(),
  memoryMb: z.number().int(),
  permissions,
  /** Whether its module exports `complete`; left out if not. */
  completes: z.literal(true).optional(),
  /** Left out if it is `call`. */
  run: z.literal("durable").optional(),
  /** Left out if the Function is not durable, or everything in it has its default (`defaultRunPolicy`). */
  runPolicy: runPolicy.optional(),
  /** It asks the people behind MCP clients; left out if it does not. */
  asks: z.literal(true).optional(),
});
export type ArtifactFunction = z.infer<typeof artifactFunction>;

const always = { functionId: true, description: true, enabled: true } as const;
const alwaysOfTool = { ...always, toolName: true, title: true, annotations: true } as const;
const alwaysOfRoute = { ...always, method: true, path: true, successStatus: true } as const;
const alwaysOfResource = { ...always, name: true, title: true, uri: true } as const;
const alwaysOfPrompt = { ...always, name: true, title: true } as const;

/** In place of its content, a resource has the digest of the bundle that holds it, and its bytes. */
const keptFields = z.object({ contentDigest: digest.nullable(), contentSize: z.number().int().nullable() });
const deployedResource = resourceFields.omit({ content: true }).extend(keptFields.shape);

/** A binding's fields in an artifact: those that it always has, and those left out at their default. */
export const artifactFields = {
  tool: { always: toolFields.pick(alwaysOfTool), unusual: toolFields.omit(alwaysOfTool), usual: newTool },
  route: { always: routeFields.pick(alwaysOfRoute), unusual: routeFields.omit(alwaysOfRoute), usual: newHttpBinding },
  resource: {
    always: deployedResource.pick(alwaysOfResource),
    unusual: deployedResource.omit(alwaysOfResource),
    usual: newResource,
  },
  prompt: { always: promptFields.pick(alwaysOfPrompt), unusual: promptFields.omit(alwaysOfPrompt), usual: newPrompt },
};
const { tool, route, resource, prompt } = artifactFields;
export type ArtifactFields = (typeof artifactFields)[keyof typeof artifactFields];

/** The usual value of a field, with which an artifact leaves it out; null when it has none. */
export function usualOf({ usual }: ArtifactFields, name: string): unknown {
  const field = (usual.shape as Record<string, unknown>)[name];
  return field instanceof z.ZodDefault ? field.def.defaultValue : null;
}

export const artifactTool = z.strictObject({
  bindingId: z.string(),
  ...tool.always.shape,
  ...sparse(tool.unusual).shape,
});
export type ArtifactTool = z.infer<typeof artifactTool>;

export const artifactRoute = z.strictObject({
  bindingId: z.string(),
  ...route.always.shape,
  ...sparse(route.unusual).shape,
});
export type ArtifactRoute = z.infer<typeof artifactRoute>;

/** A resource. Its kept content is a bundle whose code is the JSON of `mcpContent`. */
export const artifactResource = z.strictObject({
  bindingId: z.string(),
  ...resource.always.shape,
  ...sparse(resource.unusual).shape,
});
export type ArtifactResource = z.infer<typeof artifactResource>;

export const artifactPrompt = z.strictObject({
  bindingId: z.string(),
  ...prompt.always.shape,
  ...sparse(prompt.unusual).shape,
});
export type ArtifactPrompt = z.infer<typeof artifactPrompt>;

export const artifactEndpoint = z.strictObject({
  id: z.string(),
  kind: z.enum(endpointKinds),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  instructions: z.string(),
  /** Left out if it is `refuse`. */
  unknownArguments: z.literal("ignore").optional(),
  tools: z.array(artifactTool),
  routes: z.array(artifactRoute),
  /** Left out if there are none, as `prompts` are. */
  resources: z.array(artifactResource).optional(),
  prompts: z.array(artifactPrompt).optional(),
});
export type ArtifactEndpoint = z.infer<typeof artifactEndpoint>;

/** The collection's schema version in the build; versions never change. */
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
  /** The Project's data collections; left out when it has none. */
  collections: z.array(artifactCollection).optional(),
});
export type ArtifactManifest = z.infer<typeof artifactManifest>;

/** The id of an entry of an artifact, and the SHA-256 (hex) of the entry's canonical JSON. */
export const artifactPart = z.tuple([z.string(), z.string()]);

/** A manifest with digests in place of the endpoints and Functions, in the same order. */
export const artifactHead = artifactManifest.extend({
  endpoints: z.array(artifactPart),
  functions: z.array(artifactPart),
});
export type ArtifactHead = z.infer<typeof artifactHead>;

/** The most parts of one request. */
export const mostArtifactParts = 10_000;
/** The parts of an artifact that a worker wants. The response has as many of them as fit, as JSON. */
export const artifactPartsRequest = z.strictObject({
  digests: z.array(digest).max(mostArtifactParts),
});
const artifactPartText = z.strictObject({ digest: z.string(), content: z.string() });
export type ArtifactPartText = z.infer<typeof artifactPartText>;
export const artifactParts = z.strictObject({ parts: z.array(artifactPartText) });

/**
 * The limits of a bundle, in bytes of UTF-8. A sandbox on two cores was tested with sixteen bundles, all called for the
 * first time at once. With 4.0 MB each and maps of 11.3 MB, all were served. With 7.2 and 20 MB, one was not.
 */
export const bundleLimits = { code: 7 * 1_048_576, sourceMap: 12 * 1_048_576 };

/** The media type of a bundle that consists of the bytes of its code and its map in UTF-8. */
export const bundleBytesType = "application/octet-stream";
/** The number of bytes of code at the start. */
export const codeBytesHeader = "x-code-bytes";

/**
 * One Function's bundle: an ES module and its map. The module may import only `ferrule`, and its default export is the
 * handler.
 */
export const bundle = z.strictObject({ digest: z.string(), code: z.string(), sourceMap: z.string() });
export type Bundle = z.infer<typeof bundle>;

/** A bundle as UTF-8 bytes: its code, then its map. `codeBytes` is the length of the code. */
export const sentBundle = z.object({ codeBytes: z.number().int().min(0), bytes: z.instanceof(Uint8Array) });
export type SentBundle = z.infer<typeof sentBundle>;

/** The input of `storeBundles`. Storing a bundle that exists changes nothing. */
export const bundleBatch = z.strictObject({ bundles: z.array(bundle).max(1_000) });
/** The bundles that a worker wants. The response has as many of them as fit into one message. */
export const bundlesRequest = z.strictObject({ digests: z.array(digest).max(1_000) });
export const bundlesAnswer = z.object({ bundles: z.array(bundle) });
/** The bundles among these that are not stored. */
export const missingBundlesRequest = z.strictObject({ digests: z.array(digest).max(10_000) });
export const missingBundlesAnswer = z.object({ missing: z.array(z.string()) });
