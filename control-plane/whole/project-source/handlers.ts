export { applyProjectSource } from "./apply-project-source.ts";
export { getProjectSource } from "./get-project-source.ts";
export { previewProjectSource } from "./preview-project-source.ts";
export { servePreview } from "./serve-preview.ts";
export { testProjectSource } from "./test-project-source.ts";
