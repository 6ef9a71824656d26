import { z } from "zod";
import { diagnostic } from "../internal/jobs.ts";
import { callerModes, endpointKinds } from "../states.ts";
import { commit } from "./commit.ts";
import { deployment } from "./deployment.ts";
import { id, slug, time } from "./fields.ts";
import { projectSource } from "./project-source.ts";

/** A preview's name in its addresses: `/mcp/preview-<name>/…`. */
export const previewName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$/, "must be 1 to 40 of a-z, 0-9 and -, and must not begin or end with -");

/** `building` until its first build has ended; `failed` when its last build failed. */
export const previewStatuses = ["building", "serving", "failed"] as const;

/** Where callers reach an endpoint of a preview. */
const previewAddress = z.object({
  /** The endpoint's slug. */
  endpoint: slug,
  kind: z.enum(endpointKinds),
  url: z.string(),
  /** The path of `url`: `/mcp/preview-<name>/<project>/<endpoint>`. */
  path: z.string(),
  /** How Development's policy lets callers in. The preview's key opens `api-key` and `oauth`. */
  callerMode: z.enum(callerModes),
});
export type PreviewAddress = z.infer<typeof previewAddress>;

/** A folder that is served beside Development. */
export const preview = z.object({
  id: id("pvw"),
  projectId: id("prj"),
  name: previewName,
  createdAt: time,
  updatedAt: time,
  /** When somebody last served a source. */
  changedAt: time,
  /** It ends by itself then: 24 hours after somebody last served a source. */
  endsAt: time,
  createdBy: z.object({ id: id("usr"), email: z.string() }).nullable(),
  /** The commit that its source came from, as whoever served it said. */
  commit: commit.nullable(),
  status: z.enum(previewStatuses),
  /** Why its last build failed; what it served before stays in force. */
  error: deployment.shape.error,
  /** The build that it serves; null before the first one that succeeded. */
  buildId: z.string().nullable(),
  /** Of the endpoints that it serves. */
  addresses: z.array(previewAddress),
});
export type Preview = z.infer<typeof preview>;

export const servedSource = z.strictObject({
  source: projectSource,
  /** Whether the preview is exactly the source. Otherwise it has Development's drafts too that the source lacks. */
  delete: z.boolean().default(true),
  /** The commit that the source came from. */
  commit: commit.nullable().default(null),
});

export const servedPreview = z.object({
  id: preview.shape.id,
  name: previewName,
  /**
   * `building`: the build takes longer than a request may. It goes on, and the preview says how it ended. `superseded`:
   * somebody served another source, or ended the preview, before this one was built.
   */
  status: z.enum([...previewStatuses, "superseded"]),
  /** The build of this source. */
  buildId: z.string(),
  /** How many Functions a worker built for it; the results of all others were there. */
  changed: z.number().int(),
  addresses: preview.shape.addresses,
  /** What the build found in the sources of Functions, by the Function's slug. */
  diagnostics: z.array(z.object({ function: slug, ...diagnostic.shape })),
  /** Why it is `failed`. */
  error: preview.shape.error,
  /** What the source needs and Development lacks, and what calls would be refused for; one sentence each. */
  problems: z.array(z.string()),
  /** Null where the preview was ended meanwhile. */
  endsAt: time.nullable(),
  /** The preview's key, only when the preview is new: it is shown this once. */
  key: z.string().optional(),
});
export type ServedPreview = z.infer<typeof servedPreview>;

/** The new key of a preview, shown this once. */
export const previewKey = z.object({ key: z.string() });
