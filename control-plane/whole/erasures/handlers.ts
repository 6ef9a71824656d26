export { createErasure } from "./create-erasure.ts";
export { listErasures } from "./list-erasures.ts";
export { previewErasure } from "./preview-erasure.ts";
