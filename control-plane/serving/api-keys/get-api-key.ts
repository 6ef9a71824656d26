import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { findKey, toApiKey } from "./queries.ts";

export const getApiKey: Handlers["getApiKey"] = async ({ scope, params }) =>
  toApiKey(found(await findKey(scope, params.endpointId, params.keyId)));
