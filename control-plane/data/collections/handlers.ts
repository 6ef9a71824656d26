import { createDataCollection } from "./create-data-collection.ts";
import { createDataCollectionVersion } from "./create-data-collection-version.ts";
import { deleteDataCollection } from "./delete-data-collection.ts";
import { getDataCollection } from "./get-data-collection.ts";
import { listDataCollections } from "./list-data-collections.ts";
import { previewDataCollectionVersion } from "./preview-data-collection-version.ts";
import { updateDataCollection } from "./update-data-collection.ts";

export const collectionHandlers = {
  listDataCollections,
  createDataCollection,
  getDataCollection,
  updateDataCollection,
  deleteDataCollection,
  createDataCollectionVersion,
  previewDataCollectionVersion,
};
