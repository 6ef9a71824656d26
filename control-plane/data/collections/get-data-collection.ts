import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { describeCollection } from "./describe-collections.ts";
import { findCollection } from "./queries.ts";

/** One collection with its versions and grants. */
export const getDataCollection: Handlers["getDataCollection"] = async ({ scope, params }) =>
  describeCollection(scope, found(await findCollection(scope, params.collectionId)));
