import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { decodeCursor, encodeCursor } from "../../ground/handler/page.ts";
import { enterUpkeep } from "./queries/record-scope.ts";
import { listTenants } from "./queries/records.ts";
import { readCollection } from "./queries/usable-collection.ts";

const timeoutMs = 5_000;

/** The tenants that have records of a collection in one environment, by name. It shows no record. */
export const listRecordTenants: Handlers["listRecordTenants"] = async ({ scope, params, query }) => {
  const { environment, limit, cursor, q } = query;
  const { id } = found(await readCollection(scope, environment, params.collectionId));
  const list = JSON.stringify(["record-tenants", id, environment, q]);
  const after = decodeCursor(cursor, list)?.[0] ?? "";
  await enterUpkeep(scope, timeoutMs);
  const { names, last } = await listTenants(scope, { collectionId: id, environment }, { after, q, limit });
  return {
    items: names.map((tenantId) => ({ tenantId })),
    nextCursor: last === null ? null : encodeCursor(list, [last]),
  };
};
