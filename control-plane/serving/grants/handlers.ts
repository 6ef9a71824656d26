export { deleteDataCollectionGrant } from "./delete-data-collection-grant.ts";
export { replaceDataCollectionGrant } from "./replace-data-collection-grant.ts";
