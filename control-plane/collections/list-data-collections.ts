import type { Operations } from "@ferrule/contract/operations.ts";
import type { Handler } from "../http/handler.ts";
import { decodeCursor, toPage } from "../http/page.ts";
import { describeCollections } from "./describe-collections.ts";
import { listCollectionRows } from "./records.ts";

/** Specification 4.9: collections, newest first. */
export const listDataCollections: Handler<Operations["listDataCollections"]> = async ({ scope, query }) => {
  const list = `data-collections:${scope.projectId}`;
  const [before] = decodeCursor(query.cursor, list) ?? [];
  const { items, nextCursor } = toPage(
    await listCollectionRows(scope, query.limit, before),
    query.limit,
    list,
    ({ id }) => [id],
  );
  return { items: await describeCollections(scope, items), nextCursor };
};
