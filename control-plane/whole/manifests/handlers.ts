export { applyManifest } from "./apply-manifest.ts";
export { getManifest } from "./get-manifest.ts";
export { previewManifest } from "./preview-manifest.ts";
