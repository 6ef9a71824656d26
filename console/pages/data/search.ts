import { flag, id, oneOf, searchOf, text } from "../../shell/page/search-params.ts";

export const dataTabs = ["records", "schema", "access"] as const;
export type DataTab = (typeof dataTabs)[number];

export const operatorNames = ["eq", "ne", "gt", "gte", "lt", "lte", "contains", "startsWith", "exists"] as const;
export type OperatorName = (typeof operatorNames)[number];

/** As many columns as a wide screen can show readably; the other fields are in the record. */
export const mostColumns = 12;

/** One condition: a field's path, an operator, and a value. */
export interface Condition {
  field: string;
  operator: OperatorName;
  value: string | number | boolean | null;
}

const operatorOf = oneOf(operatorNames);

function condition(value: unknown): Condition[] {
  if (typeof value !== "object" || value === null) return [];
  const { field, operator, value: held } = value as Record<string, unknown>;
  const known = operatorOf(operator);
  if (typeof field !== "string" || field === "" || known === undefined) return [];
  if (held !== null && !["string", "number", "boolean"].includes(typeof held)) return [];
  return [{ field: field.slice(0, 500), operator: known, value: held as Condition["value"] }];
}

/** At most `most` items, those that are not valid left out; undefined when none is left. */
const listOf =
  <Item>(most: number, itemsOf: (given: unknown) => Item | readonly Item[]) =>
  (given: unknown): readonly Item[] | undefined => {
    const items = Array.isArray(given) ? given.slice(0, most).flatMap(itemsOf) : [];
    return items.length > 0 ? items : undefined;
  };

const path = text(500);

/** The state of the page, from its URL. */
export const dataSearch = searchOf({
  /** The first one when not set. */
  collection: id,
  /** A part of a collection's name, which filters the list of collections. */
  q: text(),
  /** All collections in a table, instead of one of them. */
  all: flag,
  tab: oneOf(dataTabs),
  /** `default` when not set. */
  tenant: id,
  /** Conditions that must all hold. */
  where: listOf(20, condition),
  /** A field's path, with a leading `-` for descending; newest first when not set. */
  order: text(501),
  /** The fields that are columns; the first few of the schema when not set. */
  columns: listOf(mostColumns, (given) => path(given) ?? []),
  /** The record that is open beside the grid. */
  record: id,
  /** The open dialog: a new collection, a new record, or an import. */
  ask: oneOf(["collection", "record", "import"]),
});

export type DataSearch = ReturnType<typeof dataSearch>;
