const maxDepth = 200;

/**
 * Replaces each text in a JSON value, in order, by the result of `change`; returns the value itself when nothing
 * changed.
 */
export function mapTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) {
    const list: unknown[] = value.map((item) => mapTexts(item, change, depth + 1));
    return list.some((item, index) => item !== value[index]) ? list : value;
  }
  let changed: Record<string, unknown> | undefined;
  for (const [name, before] of Object.entries(value)) {
    const after = mapTexts(before, change, depth + 1);
    if (after !== before) (changed ??= { ...value })[name] = after;
  }
  return changed ?? value;
}
