export { createSecret } from "./create-secret.ts";
export { deleteSecret } from "./delete-secret.ts";
export { rotateSecret } from "./rotate-secret.ts";
export { listMissingSecrets, listSecrets, getSecret } from "./reads.ts";
