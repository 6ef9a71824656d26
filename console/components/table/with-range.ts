/**
 * The chosen keys after one is pressed: it changes sides. From another row on (`from`), all between are chosen.
 * @param keys those that are shown, in their order; others are no longer chosen
 */
export function withRange(
  chosen: ReadonlySet<string>,
  keys: readonly string[],
  from: number | null,
  to: number,
): ReadonlySet<string> {
  const next = new Set(keys.filter((key) => chosen.has(key)));
  const [pressed] = keys.slice(to, to + 1);
  if (pressed === undefined) return next;
  if (from === null) return next.delete(pressed) ? next : next.add(pressed);
  return new Set([...next, ...keys.slice(Math.min(from, to), Math.max(from, to) + 1)]);
}
