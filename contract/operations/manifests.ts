import { z } from "zod";
import { operation } from "./operation.ts";
import { exportedManifest, manifest, manifestPlan } from "../resources/manifest.ts";

const authors = ["owner", "admin", "developer"] as const;
const shared = { tag: "Manifests", scope: "project" } as const;
const manifestBytes = 32 * 1_048_576;

/** One endpoint with everything that it needs, as a document. */
export const manifestOperations = {
  getManifest: operation({
    ...shared,
    method: "GET",
    path: "/api/runtime-endpoints/:endpointId/manifest",
    summary: "Export an endpoint's drafts; references, never secret values",
    roles: "any",
    response: exportedManifest,
  }),
  previewManifest: operation({
    ...shared,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/manifest/preview",
    summary: "What importing a manifest would change; changes nothing",
    roles: authors,
    body: z.strictObject({ manifest }),
    bodyLimitBytes: manifestBytes,
    response: manifestPlan,
    errors: ["CONFLICT"],
    audit: null,
    reads: true,
  }),
  applyManifest: operation({
    ...shared,
    method: "POST",
    path: "/api/runtime-endpoints/:endpointId/manifest",
    summary: "Import a manifest exactly as it was previewed, wholly or not at all",
    roles: authors,
    body: z.strictObject({ manifest, previewDigest: z.string().max(100) }),
    bodyLimitBytes: manifestBytes,
    response: manifestPlan,
    errors: ["CONFLICT", "INVALID_STATE"],
    audit: "manifest.apply",
    whenManaged: "refused",
  }),
};
