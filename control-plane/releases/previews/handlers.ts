export { endPreview } from "./end-preview.ts";
export { getPreview, listPreviews } from "./reads.ts";
export { rotatePreviewKey } from "./rotate-preview-key.ts";
