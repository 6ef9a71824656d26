import type { Handlers } from "../http/handler/handler.ts";
import { listMissingNames } from "./queries/secrets.ts";

/** Secrets that Functions declare but the environment lacks. */
export const listMissingSecrets: Handlers["listMissingSecrets"] = async ({ scope, query }) => ({
  items: await listMissingNames(scope, query.environment),
});
