import type { Handlers } from "../../../ground/handler/handler.ts";
import { found } from "../../../ground/handler/not-found.ts";
import { decodeCursor, toPage } from "../../../ground/handler/page.ts";
import { findEndpoint } from "../../runtime-endpoints/queries.ts";
import { listGrantsOfEndpoint } from "../queries/grants.ts";
import { toOauthGrant } from "../protocol/shown.ts";

/** Who allowed which client to call an endpoint, newest first. */
export const listEndpointOauthGrants: Handlers["listEndpointOauthGrants"] = async ({ scope, params, query }) => {
  const { limit, cursor } = query;
  const endpoint = found(await findEndpoint(scope, params.endpointId));
  const list = `endpoint-oauth-grants:${endpoint.id}`;
  const rows = await listGrantsOfEndpoint(scope, endpoint.id, limit, decodeCursor(cursor, list)?.[0]);
  const page = toPage(rows, limit, list, ({ id }) => [id]);
  return { items: page.items.map(toOauthGrant), nextCursor: page.nextCursor };
};
