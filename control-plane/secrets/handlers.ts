import type { Handlers } from "../http/handler.ts";
import { createSecret } from "./create-secret.ts";
import { deleteSecret } from "./delete-secret.ts";
import { listSecrets } from "./list-secrets.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { getSecret } from "./get-secret.ts";

export const secretHandlers = {
  createSecret,
  deleteSecret,
  listSecrets,
  rotateSecret,
  getSecret,
} satisfies Partial<Handlers>;
