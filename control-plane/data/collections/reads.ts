import type { Handlers } from "../../ground/handler/handler.ts";
import { toPage } from "../../ground/handler/page.ts";
import { readWish } from "../../ground/handler/read-wish.ts";
import { cursorOf } from "../../ground/store/rows/select-page.ts";
import { describeCollections, describeCollection } from "./describe-collections.ts";
import { listCollectionRows, findCollection } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";

/** Collections, newest first. */
export const listDataCollections: Handlers["listDataCollections"] = async ({ scope, query }) => {
  const { list, wish } = readWish(query, `data-collections:${scope.projectId}`);
  const { items, nextCursor } = toPage(await listCollectionRows(scope, wish), query.limit, list, cursorOf);
  return { items: await describeCollections(scope, items), nextCursor };
};

/** One collection with its versions and grants. */
export const getDataCollection: Handlers["getDataCollection"] = async ({ scope, params }) =>
  describeCollection(scope, found(await findCollection(scope, params.collectionId)));
