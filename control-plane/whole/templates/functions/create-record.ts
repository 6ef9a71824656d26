import { FunctionError, type CollectionRecord, type Context, type Json } from "ferrule";

const collection: string = "items";

interface Input {
  /** What the record holds, as the collection's schema says. */
  data: Record<string, Json>;
  /** The record's id; made up when it is not given. @pattern ^[A-Za-z0-9_.:@-]{1,128}$ */
  id?: string;
}

/** The HTTP status for each refusal of the collection. */
const statuses: Record<string, number> = {
  NOT_FOUND: 404,
  REVISION_CONFLICT: 412,
  UNIQUE_VIOLATION: 409,
  VALIDATION_ERROR: 400,
};

function refuse(error: unknown): never {
  if (!(error instanceof FunctionError)) throw error;
  const { code, message, details } = error;
  throw new FunctionError(code, message, { status: statuses[code] ?? 500, details, cause: error });
}

/** Makes a record in this caller's tenant. */
export default async function createRecord(
  { data, id }: Input,
  ctx: Context,
): Promise<CollectionRecord<Record<string, Json>>> {
  return ctx
    .collection(collection)
    .insert(data, id === undefined ? {} : { id })
    .catch(refuse);
}
