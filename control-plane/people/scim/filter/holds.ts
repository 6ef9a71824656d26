import { invalidFilter, plainPath, type Filter } from "./parse-filter.ts";

type Element = Readonly<Record<string, unknown>>;

const sameText = (value: unknown): unknown => (typeof value === "string" ? value.toLowerCase() : value);

function compare(op: string, value: unknown, wanted: unknown): boolean {
  const [left, right] = [sameText(value), sameText(wanted)];
  if (op === "eq") return left === right;
  if (op === "ne") return left !== right;
  if (typeof left !== "string" || typeof right !== "string") return false;
  if (op === "co") return left.includes(right);
  if (op === "sw") return left.startsWith(right);
  if (op === "ew") return left.endsWith(right);
  throw invalidFilter("A path's filter compares by eq, ne, co, sw, ew or pr.");
}

/**
 * Whether an element of a list fits the filter of a path, such as `type eq "work"`. The comparison of texts ignores
 * their case.
 */
export function holds(filter: Filter, element: Element): boolean {
  switch (filter.op) {
    case "and":
      return filter.filters.every((one) => holds(one, element));
    case "or":
      return filter.filters.some((one) => holds(one, element));
    case "not":
      return !holds(filter.filter, element);
    case "[]":
      throw invalidFilter("A path's filter cannot contain another filter.");
    default: {
      const name = plainPath(filter.attrPath);
      const value = Object.hasOwn(element, name) ? element[name] : undefined;
      if (filter.op === "pr") return value !== undefined && value !== null && value !== "";
      return compare(filter.op, value, filter.compValue);
    }
  }
}

/**
 * The element that a filter describes, if the filter contains only equalities: an `add` to this path creates it. Null
 * for other filters.
 */
export function described(filter: Filter): Record<string, unknown> | null {
  if (filter.op === "eq") return { [plainPath(filter.attrPath)]: filter.compValue };
  if (filter.op !== "and") return null;
  const parts = filter.filters.map(described);
  return parts.every((part) => part !== null)
    ? Object.fromEntries(parts.flatMap((part) => Object.entries(part)))
    : null;
}
