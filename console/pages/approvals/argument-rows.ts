/** One argument of what is to be done. */
export interface ArgumentRow {
  /** The names on the way to it, such as `["items", "1", "price"]`; empty for the whole. */
  path: readonly string[];
  /** The same in words: `Items › 2 › Price`. */
  label: string;
  /** Its value as a text without hidden characters; null if it is no longer there. */
  value: string | null;
  /** Its value in the one before; null if it was not there. */
  before: string | null;
  /** Compared with the one before; `same` also if there was none. */
  change: "same" | "changed" | "added" | "removed";
}

const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** Shows characters that would be invisible or turn the text around by their numbers: `\u{202e}`. Line breaks stay. */
export const visible = (text: string): string =>
  text.replaceAll(hidden, (each) => (each === "\n" ? each : `\\u{${each.codePointAt(0)?.toString(16) ?? ""}}`));

/** A name in words: `orderId` and `order_id` are `Order id`. */
function words(name: string): string {
  const spaced = visible(name)
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return spaced === "" ? `“${visible(name)}”` : `${spaced.charAt(0).toUpperCase()}${spaced.slice(1)}`;
}

const isBranch = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0;

function textOf(value: unknown): string {
  if (typeof value === "string") return value === "" ? "(empty)" : visible(value);
  if (value === null || value === undefined) return "(none)";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object") return Array.isArray(value) ? "(empty list)" : "(empty)";
  return JSON.stringify(value);
}

interface Leaf {
  path: readonly string[];
  label: string;
  value: unknown;
}

function leavesOf(value: unknown, path: readonly string[], label: string): Leaf[] {
  if (!isBranch(value)) return [{ path, label: label === "" ? "Value" : label, value }];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, inner]) => {
    const word = isList ? String(Number(name) + 1) : words(name);
    return leavesOf(inner, [...path, name], label === "" ? word : `${label} › ${word}`);
  });
}

const byPath = (leaves: readonly Leaf[]) => new Map(leaves.map((leaf) => [JSON.stringify(leaf.path), leaf]));

/**
 * The arguments of what is to be done, as a list to read, in their order; what the one before had besides comes last.
 * @param details a JSON value
 * @param before the details of the one before; undefined if there was none
 */
export function argumentRows(details: unknown, before?: unknown): ArgumentRow[] {
  const now = leavesOf(details, [], "");
  if (before === undefined)
    return now.map(({ path, label, value }) => ({ path, label, value: textOf(value), before: null, change: "same" }));
  const old = byPath(leavesOf(before, [], ""));
  const present = byPath(now);
  const rows = now.map(({ path, label, value }): ArgumentRow => {
    const was = old.get(JSON.stringify(path));
    const isSame = was !== undefined && JSON.stringify(was.value) === JSON.stringify(value);
    return {
      path,
      label,
      value: textOf(value),
      before: was === undefined ? null : textOf(was.value),
      change: was === undefined ? "added" : isSame ? "same" : "changed",
    };
  });
  const gone = [...old].filter(([path]) => !present.has(path));
  return [
    ...rows,
    ...gone.map(([, { path, label, value }]): ArgumentRow => ({
      path,
      label,
      value: null,
      before: textOf(value),
      change: "removed",
    })),
  ];
}
