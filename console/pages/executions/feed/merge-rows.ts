interface Row {
  id: string;
  startedAt: string;
}

const newestFirst = (a: Row, b: Row) =>
  a.startedAt === b.startedAt ? (a.id < b.id ? 1 : -1) : a.startedAt < b.startedAt ? 1 : -1;

/**
 * Merges new rows into their places, newest first: a long call is recorded after calls that began later. Only the
 * beginning of the list is sorted again, however long the list is.
 */
export function mergeRows<R extends Row>(rows: readonly R[], arrived: readonly R[]): readonly R[] {
  if (arrived.length === 0) return rows;
  const oldest = arrived.reduce(
    (least, { startedAt }) => (startedAt < least ? startedAt : least),
    arrived[0]!.startedAt,
  );
  let end = 0;
  while (end < rows.length && rows[end]!.startedAt >= oldest) end += 1;
  const known = new Set(rows.slice(0, end).map(({ id }) => id));
  const fresh = arrived.filter(({ id }) => !known.has(id));
  return [...[...fresh, ...rows.slice(0, end)].sort(newestFirst), ...rows.slice(end)];
}
