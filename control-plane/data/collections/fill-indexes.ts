import { PublicError } from "@ferrule/contract/errors.ts";
import { mostIndexedBytes } from "@ferrule/contract/resources/data-collection.ts";
import { canonicalJson } from "@ferrule/contract/json/canonical-json.ts";
import { enterUpkeep } from "../records/queries/record-scope.ts";
import { findUnindexable, refillSlots } from "../records/queries/records.ts";
import { violates } from "../../ground/store/constraint.ts";
import type { ProjectScope } from "../../ground/store/scope.ts";
import type { CollectionRow } from "./queries.ts";

/** A million records take about 20 s. */
const fillTimeoutMs = 600_000;

const slots = ({ indexes, uniqueKeys }: CollectionRow) => canonicalJson([indexes, uniqueKeys]);

/**
 * Fills the changed indexes and keys of a locked collection.
 * @throws PublicError INVALID_STATE for a value that no index can hold, CONFLICT for records that would share a key
 */
export async function fillIndexes(scope: ProjectScope, before: CollectionRow, row: CollectionRow): Promise<void> {
  if (slots(before) === slots(row)) return;
  await enterUpkeep(scope, fillTimeoutMs);
  const unfit = await findUnindexable(scope, row.id, row.indexes, mostIndexedBytes);
  if (unfit) {
    const message = `A record has a value at ${unfit.path} that no index can hold: an array, an object or a long text.`;
    throw new PublicError("INVALID_STATE", message, { details: { recordId: unfit.id, path: unfit.path } });
  }
  await refillSlots(scope, row.id, row).catch((error: unknown) => {
    const key = row.uniqueKeys.find((_, at) => violates(error, `records_unique_${at + 1}`));
    if (key === undefined) throw error;
    const message = `Several records have the same ${key.join(" and ")}.`;
    throw new PublicError("CONFLICT", message, { details: { fields: key }, cause: error });
  });
}
