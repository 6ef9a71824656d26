import { PublicError } from "@ferrule/contract/errors.ts";
import type { RecordQuery } from "@ferrule/contract/resources/record.ts";
import { sql } from "kysely";
import { sqlState } from "../../../ground/store/constraint.ts";
import type { ProjectScope } from "../../../ground/store/scope.ts";
import { inRecords, type RecordPlace } from "./record-scope.ts";
import { selectRecords, type RecordRow } from "./records.ts";
import type { UsableCollection } from "./usable-collection.ts";
import { conditionsOf } from "./conditions-of.ts";
import { orderToSql, termsOf, type Term } from "./order.ts";
import { decodeRecordCursor, encodeRecordCursor, markOf } from "./record-cursor.ts";

const queryCanceled = "57014";

/** Formats a time with milliseconds, the precision of the database's columns. */
const asText = ({ key, kind }: Term) =>
  kind === "time" ? sql`to_char(${key} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : key;

/** @throws PublicError UNAVAILABLE for a statement that hit the timeout; otherwise the given error */
function explainSlowness(error: unknown): never {
  if (sqlState(error) !== queryCanceled) throw error;
  const message = "The query took longer than 5 seconds. Add an index on the queried fields.";
  throw new PublicError("UNAVAILABLE", message, { cause: error });
}

/**
 * A page of records of one place.
 * @param prefix What the paths of issues begin with: `body.` in a request. @throws PublicError VALIDATION_ERROR,
 * UNAVAILABLE
 */
export async function findRecords(
  scope: ProjectScope,
  collection: UsableCollection,
  place: RecordPlace,
  { where = {}, orderBy, limit, cursor }: RecordQuery,
  prefix = "",
): Promise<{ rows: RecordRow[]; nextCursor: string | null }> {
  const terms = termsOf(collection, orderBy, where);
  // A cursor holds values of the index columns, so it becomes invalid when the indexes change.
  const mark = markOf({ ...place, where, orderBy, indexes: collection.indexes });
  const from = decodeRecordCursor(cursor, mark, terms, `${prefix}cursor`);
  const conditions = conditionsOf(collection, terms, { where, from }, `${prefix}where`);
  const found = await inRecords(scope, place, (records) =>
    selectRecords(records, {
      where: conditions,
      orderBy: orderToSql(terms),
      sorts: terms.map(asText),
      limit: limit + 1,
    }),
  ).catch(explainSlowness);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  if (found.length <= limit || last === undefined) return { rows, nextCursor: null };
  const values = terms.map((_, at) => String(last[`sort${at + 1}`]));
  return { rows, nextCursor: encodeRecordCursor(mark, values) };
}
