import type { Handlers } from "../../ground/handler/handler.ts";
import { wishedPage } from "../../ground/handler/list-page.ts";
import { describeCollections, describeCollection } from "./describe-collections.ts";
import { listCollectionRows, findCollection } from "./queries.ts";
import { found } from "../../ground/handler/not-found.ts";

/** Collections, newest first. */
export const listDataCollections: Handlers["listDataCollections"] = ({ scope, query }) =>
  wishedPage(
    query,
    `data-collections:${scope.projectId}`,
    (wish) => listCollectionRows(scope, wish),
    (rows) => describeCollections(scope, rows),
  );

/** One collection with its versions and grants. */
export const getDataCollection: Handlers["getDataCollection"] = async ({ scope, params }) =>
  describeCollection(scope, found(await findCollection(scope, params.collectionId)));
