export { createDataCollectionVersion } from "./create-data-collection-version.ts";
export { createDataCollection } from "./create-data-collection.ts";
export { deleteDataCollection } from "./delete-data-collection.ts";
export { previewDataCollectionVersion } from "./preview-data-collection-version.ts";
export { updateDataCollection } from "./update-data-collection.ts";
export { listDataCollections, getDataCollection } from "./reads.ts";
