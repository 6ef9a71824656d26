import { sharedDate } from "@ferrule/kit/shared-time.ts";
import type { Handlers } from "../../ground/handler/handler.ts";
import { found } from "../../ground/handler/not-found.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import { readSchema, type CollectionSchema } from "./writing/collection-schema.ts";
import { showRecord } from "./describe-record.ts";
import { findRecords } from "./queries/find-records.ts";
import type { RecordPlace } from "./queries/record-scope.ts";
import type { RecordRow } from "./queries/records.ts";
import { readCollection, type UsableCollection } from "./queries/usable-collection.ts";

const batchSize = 200;

type Read = <T>(run: (scope: ProjectScope) => Promise<T>) => Promise<T>;
type Page = { rows: RecordRow[]; nextCursor: string | null };

/** Each page has its own transaction, so that a slow reader holds none open. */
async function* lines(
  read: Read,
  collection: UsableCollection,
  place: RecordPlace,
  schema: CollectionSchema | null,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const order = [{ field: "id", direction: "asc" as const }];
  let cursor: string | null = null;
  do {
    const from: string | null = cursor;
    const page: Page = await read((scope) =>
      findRecords(scope, collection, place, { orderBy: order, limit: batchSize, cursor: from }),
    );
    if (page.rows.length > 0) yield page.rows.map((row) => `${JSON.stringify(showRecord(row, schema))}\n`).join("");
    cursor = page.nextCursor;
  } while (cursor !== null && !signal.aborted);
}

/** The records of one place by id, each a line of JSON. The audit event of the export comes first. */
export const exportRecords: Handlers["exportRecords"] = async ({ params, query, read, write, reply, signal }) => {
  const place = { collectionId: params.collectionId, ...query };
  const { collection, schema } = await write(async (scope) => {
    const collection = found(await readCollection(scope, query.environment, params.collectionId));
    const { activeVersion } = collection;
    const schema = activeVersion === null ? null : await readSchema(scope, collection.id, activeVersion);
    return {
      answer: { collection, schema },
      audit: { kind: "data-collection", id: collection.id, name: collection.name, changes: { ...query } },
    };
  });
  const day = sharedDate().toISOString().slice(0, 10);
  reply.headers["content-disposition"] = `attachment; filename="${collection.name}-${day}.jsonl"`;
  return { raw: { contentType: "application/x-ndjson", chunks: lines(read, collection, place, schema, signal) } };
};
