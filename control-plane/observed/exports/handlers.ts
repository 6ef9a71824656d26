export { getExport } from "./get-export.ts";
export { testExport } from "./test-export.ts";
export { updateExport } from "./update-export.ts";
