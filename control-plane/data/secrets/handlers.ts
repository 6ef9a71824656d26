export { createSecret } from "./create-secret.ts";
export { deleteSecret } from "./delete-secret.ts";
export { getSecret } from "./get-secret.ts";
export { listMissingSecrets } from "./list-missing-secrets.ts";
export { listSecrets } from "./list-secrets.ts";
export { rotateSecret } from "./rotate-secret.ts";
