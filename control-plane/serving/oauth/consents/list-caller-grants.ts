import type { Handlers } from "../../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../../ground/handler/page.ts";
import { listGrantsOfCaller } from "../queries/grants.ts";
import { requireCaller } from "../callers/require-caller.ts";
import { toOauthGrant } from "../protocol/shown.ts";

/** What a caller allowed in any Project, newest first. */
export const listCallerGrants: Handlers["listCallerGrants"] = async ({ app, scope, callerCookie, query }) => {
  const caller = await requireCaller(app, scope, callerCookie);
  const { limit, cursor } = query;
  const list = `caller-grants:${JSON.stringify([caller.issuer, caller.subject])}`;
  const rows = await listGrantsOfCaller(scope, caller, limit, decodeCursor(cursor, list)?.[0]);
  const page = toPage(rows, limit, list, ({ id }) => [id]);
  return { items: page.items.map(toOauthGrant), nextCursor: page.nextCursor };
};
