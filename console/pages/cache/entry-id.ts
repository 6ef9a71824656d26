import type { ItemOf } from "../../api/use-operation.ts";

/** Identifies an entry of the cache: another environment or tenant may have one of the same key. */
export const entryId = ({
  environment,
  tenantId,
  key,
}: Pick<ItemOf<"listCacheEntries">, "environment" | "tenantId" | "key">): string =>
  JSON.stringify([environment, tenantId, key]);
