/** Keys that an object sorts by itself, or does not keep. */
const unruly = /^(?:\d+|__proto__)$/;

/**
 * The value with its objects' keys sorted, or the same value if they are; null if an object cannot have its keys in
 * this order.
 */
function inOrder(value: unknown): { value: unknown } | null {
  if (typeof value !== "object" || value === null) return { value };
  const known = value as Record<string, unknown>;
  // A Date has a `toJSON`, which the engine would call.
  if (typeof known["toJSON"] === "function") return null;
  const names = Object.keys(known);
  let isSame = true;
  for (let at = 0; at < names.length && !Array.isArray(value); at += 1) {
    const name = names[at]!;
    if (unruly.test(name)) return null;
    if (at > 0 && name < names[at - 1]!) isSame = false;
  }
  if (!isSame) names.sort();
  const copy: Record<string, unknown> = Array.isArray(value) ? ([] as never) : {};
  for (const name of names) {
    const held = inOrder(known[name]);
    if (held === null) return null;
    if (held.value !== known[name]) isSame = false;
    copy[name] = held.value;
  }
  return { value: isSame ? value : copy };
}

function piecewise(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(piecewise).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value)
    .filter(([, held]) => held !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, held]) => `${JSON.stringify(key)}:${piecewise(held)}`);
  return `{${entries.join(",")}}`;
}

/** The JSON text of a value with every object's keys in code unit order and no white space: equal values, equal bytes. */
export function canonicalJson(value: unknown): string {
  const ordered = inOrder(value);
  // The engine writes a whole value in a tenth of the time of its pieces.
  return ordered === null ? piecewise(value) : (JSON.stringify(ordered.value) ?? "null");
}
