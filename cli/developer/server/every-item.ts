interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Reads a list page by page, until its end or until `most` items are there. */
export async function everyItem<T>(
  list: (cursor: string | undefined) => Promise<Page<T>>,
  most = Infinity,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(cursor);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && items.length < most);
  return items.slice(0, most);
}
