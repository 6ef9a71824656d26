export { createScimToken } from "./create-scim-token.ts";
export { deleteScimToken } from "./delete-scim-token.ts";
export { getDirectory } from "./get-directory.ts";
export { getScimToken } from "./get-scim-token.ts";
export { rotateScimToken } from "./rotate-scim-token.ts";
