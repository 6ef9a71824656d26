import { FunctionError, type CollectionRecord, type Context, type Json } from "ferrule";

const collection: string = "items";

interface Input {
  id: string;
  /** What the record holds from now on; it replaces what it held. */
  data: Record<string, Json>;
  /** Of the record as it was read: when somebody else was faster, nothing is changed. @integer @minimum 1 */
  revision: number;
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

/** Changes a record, if nobody has changed it since it was read. */
export default async function updateRecord(
  { id, data, revision }: Input,
  ctx: Context,
): Promise<CollectionRecord<Record<string, Json>>> {
  return ctx.collection(collection).update(id, data, { revision }).catch(refuse);
}
