import type { Context } from "ferrule";

const collection: string = "items";

interface Input {
  id: string;
}

/** Deletes a record of this caller's tenant, and says whether there was one. */
export default async function deleteRecord({ id }: Input, ctx: Context): Promise<{ deleted: boolean }> {
  return { deleted: await ctx.collection(collection).delete(id) };
}
