import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { findClientOf } from "../queries/clients.ts";
import { toOauthClient } from "../protocol/shown.ts";

export const getOauthClient: Handlers["getOauthClient"] = async ({ scope, params }) =>
  toOauthClient(found(await findClientOf(scope, params.endpointId, params.clientId)));
