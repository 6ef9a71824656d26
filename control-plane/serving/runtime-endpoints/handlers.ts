export { createRuntimeEndpoint } from "./create-runtime-endpoint.ts";
export { deleteRuntimeEndpoint } from "./delete-runtime-endpoint.ts";
export { disableRuntimeEndpoint } from "./disable-runtime-endpoint.ts";
export { enableRuntimeEndpoint } from "./enable-runtime-endpoint.ts";
export { updateRuntimeEndpoint } from "./update-runtime-endpoint.ts";
export { listRuntimeEndpoints, getRuntimeEndpoint } from "./reads.ts";
