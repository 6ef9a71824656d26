import type { Context } from "ferrule";

interface Input {
  /** Only notes about this topic, as it was remembered. */
  topic?: string;
  /** Only notes whose text contains this. */
  contains?: string;
  /** The `nextCursor` of the page before. Leave it out for the first page. */
  cursor?: string;
}

interface Memory {
  topic: string;
  name: string;
  text: string;
  by: string;
}

/** Recalls what was remembered, the latest first. */
export default async function recall({ topic, contains, cursor }: Input, ctx: Context) {
  const { items, nextCursor } = await ctx.collection<Memory>("memories").query({
    where: { ...(topic === undefined ? {} : { topic }), ...(contains === undefined ? {} : { text: { contains } }) },
    orderBy: "-updatedAt",
    limit: 20,
    cursor: cursor ?? null,
  });
  return { memories: items.map(({ data, updatedAt }) => ({ ...data, at: updatedAt })), nextCursor };
}
