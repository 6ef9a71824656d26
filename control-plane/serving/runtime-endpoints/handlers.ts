export { createRuntimeEndpoint } from "./create-runtime-endpoint.ts";
export { deleteRuntimeEndpoint } from "./delete-runtime-endpoint.ts";
export { disableRuntimeEndpoint } from "./disable-runtime-endpoint.ts";
export { enableRuntimeEndpoint } from "./enable-runtime-endpoint.ts";
export { getRuntimeEndpoint } from "./get-runtime-endpoint.ts";
export { listRuntimeEndpoints } from "./list-runtime-endpoints.ts";
export { updateRuntimeEndpoint } from "./update-runtime-endpoint.ts";
