import { deleteDataCollectionGrant } from "./delete-data-collection-grant.ts";
import { replaceDataCollectionGrant } from "./replace-data-collection-grant.ts";

export const grantHandlers = { replaceDataCollectionGrant, deleteDataCollectionGrant };
