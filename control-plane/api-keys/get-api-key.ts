import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler/handler.ts";
import { found } from "../http/handler/not-found.ts";
import { findKey, toApiKey } from "./queries.ts";

export const getApiKey: Handler<Operations["getApiKey"]> = async ({ scope, params }) =>
  toApiKey(found(await findKey(scope, params.endpointId, params.keyId)));
