export { getManagementServer } from "./get-management-server.ts";
export { updateManagementServer } from "./update-management-server.ts";
