import type { Handlers } from "../http/handler/handler.ts";
import { listMissingNames } from "./queries/secrets.ts";

/** What Functions ask for and the environment does not have. */
export const listMissingSecrets: Handlers["listMissingSecrets"] = async ({ scope, query }) => ({
  items: await listMissingNames(scope, query.environment),
});
