import type { Handlers } from "../../../ground/handler/handler.ts";
import { newestPage } from "../../../ground/handler/list-page.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { findEndpoint } from "../../runtime-endpoints/queries.ts";
import { listClientsOf, findClientOf } from "../queries/clients.ts";
import { toOauthClient } from "../protocol/shown.ts";

/** The registered clients of an endpoint, newest first. */
export const listOauthClients: Handlers["listOauthClients"] = async ({ scope, params, query }) => {
  const { id: endpointId } = found(await findEndpoint(scope, params.endpointId));
  return newestPage(
    query,
    `oauth-clients:${endpointId}`,
    (...page) => listClientsOf(scope, endpointId, ...page),
    (rows) => rows.map(toOauthClient),
  );
};

export const getOauthClient: Handlers["getOauthClient"] = async ({ scope, params }) =>
  toOauthClient(found(await findClientOf(scope, params.endpointId, params.clientId)));
