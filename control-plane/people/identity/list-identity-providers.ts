import type { Handlers } from "../../ground/handler/handler.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { toProvider } from "./describe-provider.ts";
import { listProviderRows } from "./queries/providers.ts";

/** Identity providers, newest first. */
export const listIdentityProviders: Handlers["listIdentityProviders"] = async ({ app, scope, query }) => {
  const { limit, cursor } = query;
  const list = "identity-providers";
  const rows = await listProviderRows(scope, limit, decodeCursor(cursor, list)?.[0]);
  const page = toPage(rows, limit, list, ({ id }) => [id]);
  return { items: page.items.map((row) => toProvider(row, app.settings.publicUrl)), nextCursor: page.nextCursor };
};
