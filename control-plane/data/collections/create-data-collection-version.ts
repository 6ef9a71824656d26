import { PublicError } from "@ferrule/contract/errors.ts";
import { mostVersions, type Compatibility } from "@ferrule/contract/resources/data-collection.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import { validationError } from "../../ground/handler/validation-issues.ts";
import { checkCompatibility, completeVerdict } from "./check-compatibility.ts";
import { describeVersion } from "./describe-collections.ts";
import { changeCollection, findCollection, insertCollectionVersion, lockCollection } from "./queries.ts";
import { checkRecordSchema } from "./check-record-schema.ts";

/** @throws PublicError INCOMPATIBLE_SCHEMA with the verdict */
function requireCompatible(compatibility: Compatibility): void {
  if (compatibility.compatible) return;
  const message = `${compatibility.failing} of ${compatibility.checked} records do not fit the new schema. Change it, or give a mapping.`;
  throw new PublicError("INCOMPATIBLE_SCHEMA", message, { details: { compatibility } });
}

/**
 * Creates a new version of a collection's schema. It checks every record before it stores anything: first while others
 * write, then, under a lock, the records that they wrote meanwhile. A background job rewrites records by the mapping;
 * reads apply it from now on.
 */
export const createDataCollectionVersion: Handlers["createDataCollectionVersion"] = async (context) => {
  const { params, body, read, write, signal } = context;
  const { schema, mapping } = body;
  const collection = found(await read((scope) => findCollection(scope, params.collectionId)));
  checkRecordSchema("schema", schema);
  if (collection.newestVersion >= mostVersions) {
    throw validationError([{ path: "body.schema", message: `a collection has at most ${mostVersions} versions` }]);
  }
  const verdict = await checkCompatibility(read, collection, schema, mapping, signal);
  requireCompatible(verdict.compatibility);
  return write(async (scope) => {
    const present = found(await lockCollection(scope, collection.id));
    if (present.newestVersion !== collection.newestVersion || present.revision !== collection.revision) {
      throw new PublicError(
        "CONFLICT",
        "Somebody else changed the collection meanwhile. Read it again, then send your change.",
      );
    }
    await completeVerdict(scope, present, verdict);
    requireCompatible(verdict.compatibility);
    const version = present.newestVersion + 1;
    const row = await insertCollectionVersion(scope, {
      collectionId: present.id,
      version,
      schema,
      mapping: mapping ?? null,
      compatibility: verdict.compatibility,
    });
    await changeCollection(scope, present.id, { newestVersion: version });
    const changes = { version, isMapped: mapping !== undefined, checked: verdict.compatibility.checked };
    return {
      answer: describeVersion(row),
      audit: { kind: "data-collection", id: present.id, name: present.name, changes },
    };
  });
};
