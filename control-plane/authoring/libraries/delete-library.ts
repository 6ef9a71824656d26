import { PublicError } from "@ferrule/contract/errors.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { requireRevision } from "../../ground/handler/require-revision.ts";
import { auditedLibrary } from "./audited-library.ts";
import { listImporters, lockLibrary, removeLibrary } from "./queries.ts";

/**
 * Removes a Library. 409 IN_USE while a drafted Function or another Library imports it; deployed code keeps running.
 */
export const deleteLibrary: Handlers["deleteLibrary"] = async ({ scope, params, ifMatch }) => {
  const row = found(await lockLibrary(scope, params.libraryId));
  requireRevision(ifMatch, row.revision);
  const importers = await listImporters(scope, [row.importName]);
  if (importers.length > 0) {
    throw new PublicError("IN_USE", "The Library is still imported. Remove the imports first.", {
      details: { usedBy: importers.slice(0, 100).map(({ usedBy }) => usedBy) },
    });
  }
  await removeLibrary(scope, row.id);
  return { answer: undefined, audit: auditedLibrary(row, null) };
};
