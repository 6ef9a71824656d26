import type { Handlers } from "../../ground/handler/handler.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/select-page.ts";
import { describeCollections } from "./describe-collections.ts";
import { listCollectionRows } from "./queries.ts";

/** Collections, newest first. */
export const listDataCollections: Handlers["listDataCollections"] = async ({ scope, query }) => {
  const { list, wish } = readWish(query, `data-collections:${scope.projectId}`);
  const { items, nextCursor } = toPage(await listCollectionRows(scope, wish), query.limit, list, cursorOf);
  return { items: await describeCollections(scope, items), nextCursor };
};
