import { FunctionError, type CollectionRecord, type Context, type Json } from "ferrule";

const collection: string = "items";

interface Input {
  id: string;
}

/** Reads a record of this caller's tenant. */
export default async function readRecord({ id }: Input, ctx: Context): Promise<CollectionRecord<Record<string, Json>>> {
  const record = await ctx.collection(collection).get(id);
  if (record === null) throw new FunctionError("NOT_FOUND", "There is no such record.", { status: 404 });
  return record;
}
