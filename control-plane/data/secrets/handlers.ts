import type { Handlers } from "../../ground/handler/handler.ts";
import { createSecret } from "./create-secret.ts";
import { deleteSecret } from "./delete-secret.ts";
import { listMissingSecrets } from "./list-missing-secrets.ts";
import { listSecrets } from "./list-secrets.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { getSecret } from "./get-secret.ts";

export const secretHandlers = {
  createSecret,
  deleteSecret,
  listMissingSecrets,
  listSecrets,
  rotateSecret,
  getSecret,
} satisfies Partial<Handlers>;
