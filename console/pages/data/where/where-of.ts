import type { Condition } from "../search.ts";

type Where = Record<string, Record<string, unknown>>;

/**
 * Converts conditions to a `queryRecords` filter. Several conditions on one field become several operators of it. A
 * second use of the same operator on a field goes into `and`.
 */
export function whereOf(conditions: readonly Condition[]): { and: Where[] } | Where | undefined {
  if (conditions.length === 0) return undefined;
  const layers: Where[] = [];
  for (const { field, operator, value } of conditions) {
    const free = layers.find((layer) => layer[field]?.[operator] === undefined);
    const layer = free ?? {};
    if (!free) layers.push(layer);
    layer[field] = { ...layer[field], [operator]: value };
  }
  const [only] = layers;
  return layers.length === 1 ? only : { and: layers };
}

/** Converts a typed value to the field's type; if that fails, it stays text. */
export function typedValue(text: string, type: string): string | number | boolean | null {
  if (text === "null" && type !== "string") return null;
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  if ((type === "number" || type === "integer" || type === "") && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text;
}

/** Converts `-total` to the query's order. */
export const orderOf = (order: string | undefined) =>
  order === undefined
    ? []
    : [
        order.startsWith("-")
          ? { field: order.slice(1), direction: "desc" as const }
          : { field: order, direction: "asc" as const },
      ];
