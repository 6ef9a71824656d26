export { exportAccess } from "./export-access.ts";
export { listAccess } from "./list-access.ts";
