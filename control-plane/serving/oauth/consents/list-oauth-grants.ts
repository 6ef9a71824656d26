import type { Handlers } from "../../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../../ground/handler/page.ts";
import { listIdentities } from "../../../people/identity/queries/identities.ts";
import { listGrantsOfUser } from "../queries/grants.ts";
import { toOauthGrant } from "../protocol/shown.ts";

/** What the signed-in person allowed in any Project, or their company for them, newest first. */
export const listOauthGrants: Handlers["listOauthGrants"] = async ({ scope, actor, query: { limit, cursor } }) => {
  const list = `oauth-grants:${actor.userId}`;
  const user = { userId: actor.userId, identities: await listIdentities(scope, actor.userId) };
  const rows = await listGrantsOfUser(scope, user, limit, decodeCursor(cursor, list)?.[0]);
  const page = toPage(rows, limit, list, ({ id }) => [id]);
  return { items: page.items.map(toOauthGrant), nextCursor: page.nextCursor };
};
