/** The order of values in records: absent, null, false, true, numbers, texts, and lists and objects together. */
export interface SortKey {
  rank: 0 | 1 | 2 | 3 | 4 | 5;
  value: number | string;
}

export function sortKey(value: unknown): SortKey {
  if (value === undefined) return { rank: 0, value: 0 };
  if (value === null) return { rank: 1, value: 0 };
  if (typeof value === "boolean") return { rank: 2, value: Number(value) };
  if (typeof value === "number") return { rank: 3, value };
  return typeof value === "string" ? { rank: 4, value } : { rank: 5, value: 0 };
}

/** By code points, as the database compares texts. */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [one.charCodeAt(at), other.charCodeAt(at)];
    if (left === right) continue;
    const isPair = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;
    // A unit of a pair stands for a character after all others.
    if (isPair(left) !== isPair(right)) return isPair(left) ? 1 : -1;
    return left - right;
  }
  return one.length - other.length;
}

export function compareKeys(one: SortKey, other: SortKey): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  if (typeof one.value === "string" && typeof other.value === "string") return compareTexts(one.value, other.value);
  return Number(one.value) - Number(other.value);
}
