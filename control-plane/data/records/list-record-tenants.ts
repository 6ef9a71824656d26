import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { decodeCursor, toPage } from "../../ground/handler/page.ts";
import { enterUpkeep } from "./queries/record-scope.ts";
import { listTenants } from "./queries/records.ts";
import { readCollection } from "./queries/usable-collection.ts";

const timeoutMs = 5_000;

/** The tenants that have records of a collection in one environment, by name. It shows no record. */
export const listRecordTenants: Handlers["listRecordTenants"] = async ({ scope, params, query }) => {
  const { environment, limit, cursor } = query;
  const { id } = found(await readCollection(scope, environment, params.collectionId));
  const list = `record-tenants:${id}:${environment}`;
  const after = decodeCursor(cursor, list)?.[0] ?? "";
  await enterUpkeep(scope, timeoutMs);
  const tenants = await listTenants(scope, { collectionId: id, environment }, after, limit + 1);
  const { items, nextCursor } = toPage(tenants, limit, list, (tenantId) => [tenantId]);
  return { items: items.map((tenantId) => ({ tenantId })), nextCursor };
};
