/**
 * Whether two JSON values have the same canonical text (`canonicalJson`): the order of keys does not count, and a key
 * with the value undefined does not exist.
 */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return absent(one) && absent(other);
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((value, index) => sameJson(value, other[index]));
  }
  const [ours, theirs] = [one as Record<string, unknown>, other as Record<string, unknown>];
  let known = 0;
  for (const key of Object.keys(ours)) {
    if (ours[key] === undefined) continue;
    known += 1;
    if (!Object.hasOwn(theirs, key) || theirs[key] === undefined || !sameJson(ours[key], theirs[key])) return false;
  }
  for (const key of Object.keys(theirs)) if (theirs[key] !== undefined) known -= 1;
  return known === 0;
}

/** An undefined value without a key is written as null. */
const absent = (value: unknown): boolean => value === undefined || value === null;
