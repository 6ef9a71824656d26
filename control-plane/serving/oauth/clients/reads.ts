import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { decodeCursor, toPage } from "../../../ground/handler/page.ts";
import { findEndpoint } from "../../runtime-endpoints/queries.ts";
import { listClientsOf, findClientOf } from "../queries/clients.ts";
import { toOauthClient } from "../protocol/shown.ts";

/** The registered clients of an endpoint, newest first. */
export const listOauthClients: Handlers["listOauthClients"] = async ({ scope, params, query: { limit, cursor } }) => {
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const list = `oauth-clients:${endpoint.id}`;
  const rows = await listClientsOf(scope, endpoint.id, limit, decodeCursor(cursor, list)?.[0]);
  const page = toPage(rows, limit, list, ({ id }) => [id]);
  return { items: page.items.map(toOauthClient), nextCursor: page.nextCursor };
};

export const getOauthClient: Handlers["getOauthClient"] = async ({ scope, params }) =>
  toOauthClient(found(await findClientOf(scope, params.endpointId, params.clientId)));
