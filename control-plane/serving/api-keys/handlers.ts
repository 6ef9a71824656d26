export { createApiKey } from "./create-api-key.ts";
export { deleteApiKey } from "./delete-api-key.ts";
export { getApiKey } from "./get-api-key.ts";
export { rotateApiKey } from "./rotate-api-key.ts";
