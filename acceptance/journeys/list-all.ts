interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

type List<Q, T> = (given: { query: Q }) => Promise<Page<T>>;

/** The response of a list. */
export type ListOf<L extends (...given: never[]) => Promise<Page<unknown>>> = Awaited<ReturnType<L>>["items"];

/** Every item of a list, page by page. */
export async function listAll<Q extends object, T>(list: List<Q, T>, filters: Q): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null = null; ;) {
    const query = { ...filters, limit: 200, ...(cursor === null ? {} : { cursor }) };
    const page: Page<T> = await list({ query });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}
